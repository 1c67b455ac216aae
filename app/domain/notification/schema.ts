import { z } from "zod";
import { NOTIFICATION_KINDS } from "#db/enumerations";
import { LIMITS } from "../../limits";
import { paging } from "../paging";
import { identifier, oneOf, tags } from "../text";

/** GET /api/notifications. `unread=true` gives the unread ones, `unread=false` the read ones. */
export const notificationListSchema = z.object({
  ...paging(LIMITS.notificationPageSize),
  unread: oneOf(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
});

/** POST /api/notifications/read: exactly one of a single id and all. */
export const markReadSchema = z
  .object({ id: identifier(64).optional(), all: z.literal(true, "must be true").optional() })
  .refine(
    (value) => (value.id === undefined) !== (value.all === undefined),
    "Send either an id or all: true, and not both",
  );

/** What may stand in markup or in a statement of SQL or of a shell has no place in a tag filter. */
const INJECTION_CHARACTERS = /[<>"'`;\\{}$|]/;

/** PUT /api/notifications/settings. */
export const notificationSettingsSchema = z.object({
  settings: z
    .array(
      z.object({
        kind: oneOf(NOTIFICATION_KINDS),
        enabled: z.boolean("must be true or false"),
        techTags: tags(500)
          .refine((value) => !INJECTION_CHARACTERS.test(value), "must not contain < > \" ' ` ; \\ { } $ |")
          .optional(),
      }),
      "must be a list",
    )
    .min(1, "must have at least one entry")
    .max(NOTIFICATION_KINDS.length, `must have at most ${NOTIFICATION_KINDS.length} entries`),
});
