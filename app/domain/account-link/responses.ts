import * as z from "zod";
import { instant } from "~/values/responses";

/** POST /api/account/password-link. */
export const passwordLinkRequested = z.object({
  requested: z.literal(true).meta({ description: "Says nothing about whether an account has this email." }),
});

/** POST /api/accounts/<id>/password-link. */
export const accountLink = z
  .object({
    url: z.string().meta({
      format: "uri",
      description: "The page of the link. It ends with the token. The service shows it only once: pass it on.",
    }),
    expiresAt: instant,
  })
  .meta({
    id: "AccountLink",
    description: "A new one-time link to an account.",
    examples: [
      {
        url: "https://portal.example/password/nV3mJx0q8yqk2m4o1R7uTz5hWcEbLdA9sPfGiK6YvXg",
        expiresAt: "2026-03-02T16:04:05.678Z",
      },
    ],
  });
