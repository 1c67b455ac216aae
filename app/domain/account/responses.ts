import * as z from "zod";

/** POST /api/account/password. */
export const passwordChanged = z.object({ changed: z.literal(true) });

/** GET and PUT /api/account/preferences. */
export const preferences = z
  .object({
    singleKeyShortcuts: z
      .boolean()
      .meta({ description: "Whether the pages of the review queue have shortcuts of one key, such as `n`." }),
  })
  .meta({ examples: [{ singleKeyShortcuts: false }] });
