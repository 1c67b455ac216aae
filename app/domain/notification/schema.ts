import { z } from "zod";
import { NOTIFICATION_KINDS } from "#db/enumerations";
import { paging, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { identifier, oneOf, tags } from "~/values/text";

/** GET /api/notifications. */
export const notificationListSchema = z.object({
  ...paging(LIMITS.notificationPageSize),
  unread: oneOf(["true", "false"])
    .transform((value) => value === "true")
    .optional()
    .meta({ description: "`true` gives the unread ones, `false` the read ones; without it, both are given." }),
  kind: oneOf(NOTIFICATION_KINDS).optional(),
  sort: sortedBy(["createdAt"], "-createdAt"),
});

/** POST /api/notifications/read: exactly one of a single id and all. */
export const markReadSchema = z
  .object({ id: identifier(64).optional(), all: z.literal(true, "must be true").optional() })
  .refine(
    (value) => (value.id === undefined) !== (value.all === undefined),
    "Send either an id or all: true, and not both",
  )
  .meta({
    description: "Either `id` or `all`, and not both.",
    oneOf: [{ required: ["id"] }, { required: ["all"] }],
    examples: [{ id: "019c8c026a5e7b918d30e2f4917ac6b8" }, { all: true }],
  });

/** What may stand in markup or in a statement of SQL or of a shell has no place in a tag filter. */
const INJECTION_CHARACTERS = /[<>"'`;\\{}$|]/;
const WITHOUT_INJECTION = `^${INJECTION_CHARACTERS.source.replace("[", "[^")}*$`;

/** PUT /api/notifications/settings. */
export const notificationSettingsSchema = z
  .object({
    settings: z
      .array(
        z.object({
          kind: oneOf(NOTIFICATION_KINDS),
          enabled: z.boolean("must be true or false").meta({
            description: "Whether such notifications are made from now on; those that are there stay.",
          }),
          techTags: tags(500)
            .refine((value) => !INJECTION_CHARACTERS.test(value), "must not contain < > \" ' ` ; \\ { } $ |")
            .optional()
            .meta({
              pattern: WITHOUT_INJECTION,
              description:
                "Tags with commas between; kept in lower case. Not sent, they stay; empty, they are cleared.",
            }),
        }),
        "must be a list",
      )
      .min(1, "must have at least one entry")
      .max(NOTIFICATION_KINDS.length, `must have at most ${NOTIFICATION_KINDS.length} entries`)
      .meta({
        description: "Kinds that are not listed stay as they are; of a kind that is listed twice, the last counts.",
      }),
  })
  .meta({
    examples: [
      {
        settings: [
          { kind: "SUBMISSION_MATCH", enabled: true, techTags: "counter-uas,sensors" },
          { kind: "ANNOUNCEMENT", enabled: false },
        ],
      },
    ],
  });
