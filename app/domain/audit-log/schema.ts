import * as z from "zod";
import { AUDIT_OUTCOMES } from "#db/enumerations";
import { paging, sortedBy, updatedSince } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { day, identifier, line, oneOf } from "~/values/text";
import { AUDIT_EVENTS } from "../../audit/events";

/** The filters of the log. */
const filters = {
  event: oneOf(AUDIT_EVENTS).optional(),
  outcome: oneOf(AUDIT_OUTCOMES).optional(),
  actor: line(1, 255).optional().meta({ description: "The user who acted: an email or a user id." }),
  target: identifier().optional().meta({ description: "The id of the affected record." }),
  targetType: identifier().optional().meta({ description: "The type of the affected record, such as `submission`." }),
  from: day.optional().meta({ description: "The first day, in UTC." }),
  to: day.optional().meta({ description: "The last day, in UTC, included." }),
  pageviews: oneOf(["true", "false"])
    .default("true")
    .meta({ description: "`false` leaves out page views, which make up most of the log." }),
  sort: sortedBy(["createdAt"], "-createdAt"),
};

/** GET /api/gov/admin/audit. */
export const auditListSchema = z.object({ ...paging(LIMITS.listPageSize), ...filters, updatedSince });

/** GET /api/gov/admin/audit/csv: all rows that meet the filters. */
export const auditExportSchema = z.object(filters);
