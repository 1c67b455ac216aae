import * as z from "zod";
import { SUBMISSION_STATUSES, SUBMISSION_TYPES } from "#db/enumerations";
import { listFilters, paging, sortedBy } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { identifier, line, oneOf, optional, paragraphs, tags } from "~/values/text";
import { SETTABLE_STATUSES, SUBMISSION_AGES, SUBMISSION_VIEWS } from "./rules";

/** The fields of POST /api/portal/submissions, without its file. */
export const submissionFieldsSchema = z.object({
  type: oneOf(SUBMISSION_TYPES),
  title: line(3, 255),
  summary: paragraphs(10, 5000),
  techTags: optional(tags(500)).meta({
    description:
      "Comma-separated tags, stored in lower case. The service routes the submission by these and by the call's tags.",
  }),
  callId: optional(identifier(64)).meta({
    description: "The call that you respond to. It must be open for submissions.",
  }),
});

/** PATCH /api/gov/submissions/<id>/status. */
export const submissionStatusSchema = z
  .object({ id: z.string(), status: oneOf(SETTABLE_STATUSES) })
  .meta({ examples: [{ status: "REVIEWED" }] });

/** GET /api/gov/submissions. */
export const submissionListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  view: oneOf(SUBMISSION_VIEWS).default("all").meta({
    description:
      "`due`: those whose promised answer is due soon or overdue, and that you own, or that nobody owns and were routed to you. Command leads get those of their command, administrators get all. `owned`: submissions that you own. `opinion`: those on which your opinion is asked and not given. `mine`: those routed to you. `unassigned`: those without an owner that nobody has reviewed. `unrouted`: those without a reviewer. `updatedSince` does not work with `due`, `owned`, `opinion` and `unassigned`.",
  }),
  status: oneOf(SUBMISSION_STATUSES).optional().meta({ description: "By default, all except ARCHIVED." }),
  type: oneOf(SUBMISSION_TYPES).optional(),
  ...listFilters,
  tag: listFilters.tag.meta({
    description:
      "A whole tag of the submitter or of the government, ignoring case. With `updatedSince`, only the submitter's tags count.",
  }),
  organizationId: identifier().optional(),
  callId: identifier().optional(),
  olderThan: oneOf(SUBMISSION_AGES).optional().meta({
    description: "Submitted more than this many days ago. Does not work with `updatedSince`.",
  }),
  sort: sortedBy(["createdAt", "updatedAt", "title", "status", "answerBy"], "-createdAt"),
});

const { q, tag } = listFilters;

/** The filters of the page of an organization's own submissions. It never shows archived ones. */
export const ownSubmissionListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  status: oneOf(SUBMISSION_STATUSES).exclude(["ARCHIVED"]).optional(),
  type: oneOf(SUBMISSION_TYPES).optional(),
  tag,
  q,
  sort: sortedBy(["createdAt", "updatedAt", "title", "status"], "-createdAt"),
});
