import { z } from "zod";
import { listFilters, paging, searchedText, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { identifier, line, oneOf, paragraphs } from "~/values/text";

/** POST /api/gov/announcements. */
export const newAnnouncementSchema = z.object({ title: line(1, 200), body: paragraphs(1, 8000) }).meta({
  examples: [
    {
      title: "Industry day on autonomous logistics",
      body: "The industry day takes place on 14 April 2026. Registration closes on 31 March.",
    },
  ],
});

/** PATCH /api/gov/announcements/<id>: every field may be left out. */
export const announcementChangeSchema = z
  .object({
    id: z.string(),
    title: line(1, 200).optional(),
    body: paragraphs(1, 8000).optional(),
    published: z.boolean("Send true or false").optional().meta({ description: "Whether the public can see it." }),
  })
  .meta({ examples: [{ title: "Industry day on autonomous logistics: new date" }] });

const { q, updatedSince } = listFilters;

/** GET /api/gov/announcements. */
export const announcementListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  published: oneOf(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
  authorId: identifier().optional(),
  q,
  updatedSince,
  sort: sortedBy(["createdAt", "updatedAt", "title", "published"], "-createdAt"),
});

/** What the public page of announcements may be narrowed to. */
export const publishedListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  q: searchedText.optional(),
  sort: sortedBy(["createdAt", "title"], "-createdAt"),
});
