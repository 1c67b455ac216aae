import { z } from "zod";
import { SUBMISSION_STATUSES, SUBMISSION_TYPES } from "#db/enumerations";
import { LIMITS } from "../../limits";
import { listFilters, paging, sortedBy } from "../paging";
import { identifier, line, oneOf, optional, paragraphs, required, tags } from "../text";
import { SETTABLE_STATUSES, SUBMISSION_VIEWS } from "./rules";

/** The fields of POST /api/portal/submissions beside its file. */
export const submissionFieldsSchema = z.object({
  type: oneOf(SUBMISSION_TYPES),
  title: line(3, 255),
  summary: paragraphs(10, 5000),
  techTags: optional(tags(500)),
  callId: optional(identifier(64)),
});

/** PATCH /api/gov/submissions/<id>/status. */
export const submissionStatusSchema = z.object({
  id: z.string(required),
  status: oneOf(SETTABLE_STATUSES),
});

/** GET /api/gov/submissions. `view` picks what concerns the caller, or what nobody was found for. */
export const submissionListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  view: oneOf(SUBMISSION_VIEWS).default("all"),
  status: oneOf(SUBMISSION_STATUSES).optional(),
  type: oneOf(SUBMISSION_TYPES).optional(),
  ...listFilters,
  organizationId: identifier().optional(),
  callId: identifier().optional(),
  sort: sortedBy(["createdAt", "updatedAt", "title"], "-createdAt"),
});
