import * as z from "zod";
import { MAIL_FREQUENCIES, NOTIFICATION_KINDS } from "#db/enumerations";
import { instant } from "~/values/responses";

/** GET /api/notifications. */
export const notification = z
  .object({
    id: z.string(),
    kind: z.enum(NOTIFICATION_KINDS),
    title: z.string().meta({
      description:
        "Always current: if an announcement's title changed, this is the new title. If the announcement was withdrawn or the engagement deleted, this says so. If a saved search found an announcement, this names the search and `body` says the same.",
    }),
    body: z.string(),
    linkUrl: z.string().nullable().meta({ description: "A path on this site, or null if there is nothing to open." }),
    read: z.boolean(),
    createdAt: instant,
  })
  .meta({
    id: "Notification",
    description: "One of your notifications.",
    examples: [
      {
        id: "019c8c026a5e7b918d30e2f4917ac6b8",
        kind: "SUBMISSION_MATCH",
        title: "New submission: Passive acoustic sensing of small aircraft",
        body: "Acme Robotics sent a submission that matches tags that you follow: counter-uas, sensors.",
        linkUrl:
          "/gov/organizations/019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8?submission=019cb1c8-27d5-7b60-a4f3-8091a2b3c4d5",
        read: false,
        createdAt: "2026-03-02T15:00:00.000Z",
      },
    ],
  });

/** GET /api/notifications/unread-count. */
export const unreadNotifications = z.object({ count: z.int().min(0) });

/** POST /api/notifications/read. */
export const markedRead = z.object({
  updated: z.int().min(0).meta({ description: "How many notifications changed from unread to read." }),
});

const notificationSetting = z
  .object({
    kind: z.enum(NOTIFICATION_KINDS),
    enabled: z.boolean(),
    techTags: z.string().meta({
      description:
        "Tags in lower case, separated by commas. Only submissions and calls have tags. A call notifies only people who follow one of its tags, or who have no tags here. With `SUBMISSION_MATCH`, the tags are the interests that submissions are routed by, and no tags means no matches. With other kinds, the tags do nothing.",
    }),
  })
  .meta({
    id: "NotificationSetting",
    description: "Your setting for one kind of notification.",
    examples: [{ kind: "SUBMISSION_MATCH", enabled: true, techTags: "counter-uas,sensors" }],
  });

/** GET /api/notifications/settings. */
export const notificationSettings = z.object({
  settings: z.array(notificationSetting).meta({ description: "One for each kind." }),
});

/** PUT /api/notifications/settings. */
export const settingsUpdated = z.object({ ok: z.literal(true) });

const mailSetting = z
  .object({
    kind: z.enum(NOTIFICATION_KINDS),
    frequency: z.enum(MAIL_FREQUENCIES).meta({
      description:
        "How soon we mail you about new notifications of this kind: immediately, in a daily or weekly digest, or not at all. A kind that is turned off sends no mail.",
    }),
  })
  .meta({
    id: "MailSetting",
    description: "How soon you get mail about one kind of notification.",
    examples: [{ kind: "CALL_OPENED", frequency: "DAILY" }],
  });

/** GET /api/notifications/mail-settings. */
export const mailSettings = z.object({
  sendsMail: z.boolean().meta({ description: "Whether this deployment sends mail at all." }),
  settings: z.array(mailSetting).meta({ description: "One for each kind." }),
});
