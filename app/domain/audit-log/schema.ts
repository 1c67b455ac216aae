import { z } from "zod";
import { AUDIT_OUTCOMES } from "#db/enumerations";
import { AUDIT_EVENTS } from "../../audit/events";
import { LIMITS } from "../../limits";
import { paging, sortedBy } from "../paging";
import { day, identifier, line, oneOf } from "../text";

/** What the log can be narrowed by. `from` and `to` are days, both of them included. */
const filters = {
  event: oneOf(AUDIT_EVENTS).optional(),
  outcome: oneOf(AUDIT_OUTCOMES).optional(),
  /** An email where it has an @, else a user's id. */
  actor: line(1, 255).optional(),
  target: identifier().optional(),
  targetType: identifier().optional(),
  from: day.optional(),
  to: day.optional(),
  /** Most of the log is pageviews, which "false" leaves out. */
  pageviews: oneOf(["true", "false"]).default("true"),
  sort: sortedBy(["createdAt"], "-createdAt"),
};

/** GET /api/gov/admin/audit. */
export const auditListSchema = z.object({ ...paging(LIMITS.listPageSize), ...filters });

/** GET /api/gov/admin/audit/csv: all that fits. */
export const auditExportSchema = z.object(filters);
