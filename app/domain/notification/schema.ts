import * as z from "zod";
import { MAIL_FREQUENCIES, NOTIFICATION_KINDS } from "#db/enumerations";
import { paging, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { identifier, oneOf, tags } from "~/values/text";

/** GET /api/notifications. */
export const notificationListSchema = z.object({
  ...paging(LIMITS.notificationPageSize),
  unread: oneOf(["true", "false"])
    .transform((value) => value === "true")
    .optional()
    .meta({ description: "`true` lists unread notifications, `false` read ones. Leave it out for both." }),
  kind: oneOf(NOTIFICATION_KINDS).optional(),
  sort: sortedBy(["createdAt"], "-createdAt"),
});

/** POST /api/notifications/read: exactly one of a single id and all. */
export const markReadSchema = z
  .object({ id: identifier(64).optional(), all: z.literal(true, "Send true").optional() })
  .refine((value) => (value.id === undefined) !== (value.all === undefined), "Send either id or all: true, not both")
  .meta({
    description: "Send either `id` or `all`, not both.",
    oneOf: [{ required: ["id"] }, { required: ["all"] }],
    examples: [{ id: "019c8c026a5e7b918d30e2f4917ac6b8" }, { all: true }],
  });

/** Characters of markup, SQL or shell commands, which a tag filter does not need. */
const INJECTION_CHARACTERS = /[<>"'`;\\{}$|]/;
const WITHOUT_INJECTION = `^${INJECTION_CHARACTERS.source.replace("[", "[^")}*$`;

/** PUT /api/notifications/settings. */
export const notificationSettingsSchema = z
  .object({
    settings: z
      .array(
        z.object({
          kind: oneOf(NOTIFICATION_KINDS),
          enabled: z.boolean("Send true or false").meta({
            description: "Whether you get new notifications of this kind. Existing ones stay.",
          }),
          techTags: tags(LIMITS.followedTagsCharacters)
            .refine((value) => !INJECTION_CHARACTERS.test(value), "Remove these characters: < > \" ' ` ; \\ { } $ |")
            .optional()
            .meta({
              pattern: WITHOUT_INJECTION,
              description:
                "Comma-separated tags, stored in lower case. If you leave them out, they stay the same. Empty text clears them.",
            }),
        }),
        "Send a list",
      )
      .min(1, "Send at least one setting")
      .max(NOTIFICATION_KINDS.length, `Send at most ${NOTIFICATION_KINDS.length} settings`)
      .meta({
        description: "Kinds you leave out stay the same. If a kind appears twice, the last one counts.",
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

const mailSetting = z.object({ kind: oneOf(NOTIFICATION_KINDS), frequency: oneOf(MAIL_FREQUENCIES) });

/** PUT /api/notifications/mail-settings. */
export const mailSettingsSchema = z
  .object({
    settings: z
      .array(mailSetting, "Send a list")
      .min(1, "Send at least one setting")
      .max(NOTIFICATION_KINDS.length, `Send at most ${NOTIFICATION_KINDS.length} settings`)
      .meta({ description: "Kinds you leave out stay the same. If a kind appears twice, the last one counts." }),
  })
  .meta({ examples: [{ settings: [{ kind: "CALL_OPENED", frequency: "WEEKLY" }] }] });

/** The form of /notifications/settings. Without mail, it has no frequencies. */
export const settingsPageSchema = notificationSettingsSchema.extend({
  mail: z.array(mailSetting).max(NOTIFICATION_KINDS.length),
});
