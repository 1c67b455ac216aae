import { z } from "zod";
import { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { listFilters, paging, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { day, identifier, identifiers, line, name, oneOf, optional, paragraphs } from "~/values/text";
import { commandIdentifier } from "../command/schema";
import { isMonth, MONTH } from "./rules";

const organizationIds = identifiers(
  LIMITS.engagementOrganizations,
  `Choose at most ${LIMITS.engagementOrganizations} organizations`,
);

const example = {
  title: "Demonstration of passive sensors",
  type: "DEMO",
  status: "PLANNED",
  date: "2026-03-12",
  commandId: "019a7c10-91b2-7e44-8a05-b6d3f2c1e097",
  location: "Arlington, VA",
  organizationIds: ["019b2c55-8d70-7a16-b4e9-93f1a0c2d7e8"],
  otherOrganization: "",
  summary: "Two sensors are shown at the range.",
};

const PARTICIPANT_FIELDS: readonly PropertyKey[] = ["organizationIds", "otherOrganization"];

/** POST /api/gov/engagements. At least one registered organization, or the name of another, must take part. */
export const newEngagementSchema = z
  .object({
    title: line(1, 200),
    type: oneOf(ENGAGEMENT_TYPES),
    status: oneOf(ENGAGEMENT_STATUSES),
    date: day,
    commandId: commandIdentifier.meta({ description: "The command that owns the engagement." }),
    location: optional(line(1, 200)),
    organizationIds: organizationIds
      .nullable()
      .optional()
      .meta({
        description: `Up to ${LIMITS.engagementOrganizations} organizations that took part. The service keeps the order and removes duplicates. Without \`otherOrganization\`, send at least one.`,
      }),
    otherOrganization: optional(name(1, 200)).meta({
      description: "The name of a participant that is not registered. Required if `organizationIds` is empty.",
    }),
    summary: optional(paragraphs(1, 4000)),
  })
  .refine((engagement) => (engagement.organizationIds ?? []).length > 0 || engagement.otherOrganization, {
    path: ["organizationIds"],
    error: "Choose an organization, or name another participant",
    params: { code: "required" },
    // Report this with the errors of other fields, but not if the participants themselves could not be read.
    when: ({ issues }) => !issues.some(({ path }) => PARTICIPANT_FIELDS.includes(path?.[0] ?? "")),
  })
  .meta({ examples: [example] });

/** PATCH …/<id>: the same fields. Optional fields that are not sent stay as they are; empty ones are cleared. */
export const engagementChangeSchema = newEngagementSchema
  .safeExtend({ id: z.string() })
  .meta({ examples: [{ ...example, status: "FOLLOW_UP" }] });

/** POST …/<id>/notes. */
export const newEngagementNoteSchema = z
  .object({ id: z.string(), body: paragraphs(1, 4000) })
  .meta({ examples: [{ body: "Follow up on the range figures." }] });

/** GET /api/gov/engagements. */
export const engagementListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  status: oneOf(ENGAGEMENT_STATUSES).optional(),
  type: oneOf(ENGAGEMENT_TYPES).optional(),
  commandId: commandIdentifier.optional(),
  organizationId: identifier().optional().meta({ description: "An organization that took part." }),
  month: z
    .string()
    .refine(isMonth, "Enter a month, such as 2026-03")
    .optional()
    .meta({ pattern: MONTH.source, description: "A month, such as 2026-03." }),
  from: day.optional().meta({ description: "The first day to include." }),
  to: day.optional().meta({ description: "The last day to include." }),
  q: listFilters.q,
  updatedSince: listFilters.updatedSince,
  sort: sortedBy(["date", "createdAt", "updatedAt", "title"], "-date"),
});
