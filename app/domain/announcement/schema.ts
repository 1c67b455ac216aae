import * as z from "zod";
import { ANNOUNCEMENT_AUDIENCES, ANNOUNCEMENT_STATUSES } from "#db/enumerations";
import { listFilters, paging, searchedText, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { dateTime, identifier, line, oneOf, optional, paragraphs, tags } from "~/values/text";
import { setAsides } from "../organization/profile-values";
import { NEW_STATUSES } from "./rules";

const audienceFields = {
  audience: oneOf(ANNOUNCEMENT_AUDIENCES).optional().meta({
    description: "Who is notified; everyone can read it. TAGS and SET_ASIDES need the field of that name.",
  }),
  audienceTags: tags(400).nullable().optional().meta({
    description: "Notifies people of organizations with one of these tags, and people who follow one of them.",
  }),
  audienceSetAsides: setAsides.nullable().optional().meta({
    description: "Notifies people of organizations with one of these set-asides.",
  }),
};

const publishesAt = optional(dateTime).meta({
  description:
    "When it is published. Required if the new status is SCHEDULED, and not allowed with another. It must be in the future.",
});

/** Who a preview is for. */
export const audienceSchema = z.object(audienceFields);

/** POST /api/gov/announcements. */
export const newAnnouncementSchema = z
  .object({
    title: line(1, 200),
    body: paragraphs(1, 8000),
    status: oneOf(NEW_STATUSES).optional().meta({ description: "PUBLISHED by default." }),
    publishesAt,
    ...audienceFields,
  })
  .meta({
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
    status: oneOf(ANNOUNCEMENT_STATUSES).optional(),
    publishesAt,
    ...audienceFields,
  })
  .meta({ examples: [{ title: "Industry day on autonomous logistics: new date" }] });

const { q, updatedSince } = listFilters;

/** GET /api/gov/announcements. */
export const announcementListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  published: oneOf(["true", "false"])
    .transform((value) => value === "true")
    .optional(),
  status: oneOf(ANNOUNCEMENT_STATUSES).optional().meta({ description: "The effective status." }),
  authorId: identifier().optional(),
  q,
  updatedSince,
  sort: sortedBy(["createdAt", "publishedAt", "updatedAt", "title", "published"], "-createdAt"),
});

/** What the public page of announcements may be narrowed to. */
export const publishedListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  q: searchedText.optional(),
  sort: sortedBy(["createdAt", "title"], "-createdAt"),
});
