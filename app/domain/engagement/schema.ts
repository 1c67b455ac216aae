import { z } from "zod";
import { ENGAGEMENT_STATUSES, ENGAGEMENT_TYPES } from "#db/enumerations";
import { LIMITS } from "../../limits";
import { commandIdentifier } from "../command/schema";
import { listFilters, paging, sortedBy } from "../paging";
import { day, identifier, line, oneOf, optional, paragraphs } from "../text";
import { isMonth } from "./rules";

/** Organizations in the order in which they were selected, each once. */
const organizationIds = z
  .array(identifier(), { error: "must be a list" })
  .max(LIMITS.engagementOrganizations, `must be at most ${LIMITS.engagementOrganizations}`)
  .transform((ids) => [...new Set(ids)]);

const PARTICIPANT_FIELDS: readonly PropertyKey[] = ["organizationIds", "otherOrganization"];

/** POST /api/gov/engagements: an organization that is registered here, or the name of another, must take part. */
export const newEngagementSchema = z
  .object({
    title: line(1, 200),
    type: oneOf(ENGAGEMENT_TYPES),
    status: oneOf(ENGAGEMENT_STATUSES),
    date: day,
    commandId: commandIdentifier,
    location: optional(line(1, 200)),
    organizationIds: organizationIds.nullable().optional(),
    otherOrganization: optional(line(1, 200)),
    summary: optional(paragraphs(1, 4000)),
  })
  .refine((engagement) => (engagement.organizationIds ?? []).length > 0 || engagement.otherOrganization, {
    path: ["organizationIds"],
    error: "must be chosen, or another participant named",
    // Beside the other fields' faults, but not where the participants themselves could not be read.
    when: ({ issues }) => !issues.some(({ path }) => PARTICIPANT_FIELDS.includes(path?.[0] ?? "")),
  });

/** PATCH …/<id>: the same fields. What may be left out stays as it is when it is; an empty one clears. */
export const engagementChangeSchema = newEngagementSchema.safeExtend({ id: z.string() });

/** POST …/<id>/notes. */
export const newEngagementNoteSchema = z.object({ id: z.string(), body: paragraphs(1, 4000) });

/** GET /api/gov/engagements. `month` is a whole month, `from` and `to` are days, both of them included. */
export const engagementListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  status: oneOf(ENGAGEMENT_STATUSES).optional(),
  type: oneOf(ENGAGEMENT_TYPES).optional(),
  commandId: commandIdentifier.optional(),
  organizationId: identifier().optional(),
  month: z.string().refine(isMonth, "must be a month, as 2026-03").optional(),
  from: day.optional(),
  to: day.optional(),
  q: listFilters.q,
  updatedSince: listFilters.updatedSince,
  sort: sortedBy(["date", "createdAt", "updatedAt", "title"], "-date"),
});
