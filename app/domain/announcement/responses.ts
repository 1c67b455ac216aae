import * as z from "zod";
import { ANNOUNCEMENT_AUDIENCES, ANNOUNCEMENT_STATUSES, SET_ASIDES } from "#db/enumerations";
import { attachment, instant, named } from "~/values/responses";

const example = {
  id: "019caf21-7c30-7d15-8e4b-2a9f60c1d3e7",
  title: "Industry day on autonomous logistics",
  body: "The industry day takes place on 14 April 2026. Registration closes on 31 March.",
  published: true,
  status: "PUBLISHED",
  publishedAt: "2026-03-02T15:00:00.000Z",
  publishesAt: null,
  audience: "TAGS",
  audienceTags: "autonomy,logistics",
  audienceSetAsides: [],
  createdAt: "2026-03-02T15:00:00.000Z",
  updatedAt: "2026-03-02T15:04:05.678Z",
  author: { id: "019b1f44-0a6e-7b93-a1d2-5c7e8f904b16", name: "Jordan Reyes" },
};

export const announcement = z
  .object({
    id: z.string(),
    title: z.string(),
    body: z.string(),
    published: z.boolean().meta({ description: "Whether the public can see it." }),
    status: z.enum(ANNOUNCEMENT_STATUSES).meta({ description: "The status at the time of the request." }),
    publishedAt: instant.nullable().meta({ description: "When it was first published." }),
    publishesAt: instant.nullable().meta({ description: "When a scheduled one is published." }),
    audience: z.enum(ANNOUNCEMENT_AUDIENCES),
    audienceTags: z.string(),
    audienceSetAsides: z.array(z.enum(SET_ASIDES)),
    createdAt: instant,
    updatedAt: instant.meta({ description: "Changes also when a file is added or deleted." }),
    author: named,
  })
  .meta({ id: "Announcement", description: "An announcement as government users see it.", examples: [example] });
export type Announcement = z.infer<typeof announcement>;

export const announcementWithAttachments = announcement.extend({ attachments: z.array(attachment) }).meta({
  id: "AnnouncementRecord",
  description: "An announcement with its files, oldest first.",
  examples: [
    {
      ...example,
      attachments: [
        {
          id: "019caf25-3d18-7a52-9c3d-6f1e2a8b4c05",
          fileName: "industry-day-agenda.pdf",
          contentType: "application/pdf",
          sizeBytes: 184_320,
          createdAt: "2026-03-02T15:04:05.678Z",
        },
      ],
    },
  ],
});

/** GET /api/portal/announcements. */
export const publishedAnnouncement = announcement
  .pick({ id: true, title: true, body: true, published: true, createdAt: true })
  .extend({ author: named.pick({ name: true }) })
  .meta({
    id: "PublishedAnnouncement",
    description: "An announcement as the public sees it. `createdAt` is when it was published.",
    examples: [
      {
        id: "019caf21-7c30-7d15-8e4b-2a9f60c1d3e7",
        title: "Industry day on autonomous logistics",
        body: "The industry day takes place on 14 April 2026. Registration closes on 31 March.",
        published: true,
        createdAt: "2026-03-02T15:00:00.000Z",
        author: { name: "Jordan Reyes" },
      },
    ],
  });
