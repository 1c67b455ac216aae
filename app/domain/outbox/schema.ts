import * as z from "zod";
import { OUTBOX_STATES } from "#db/enumerations";
import { paging } from "~/lists/paging";
import { LIMITS } from "~/values/limits";
import { oneOf } from "~/values/text";

/** GET /api/gov/admin/outbox, and the filters of its page. */
export const outboxListSchema = z.object({
  ...paging(LIMITS.listPageSize),
  state: oneOf(OUTBOX_STATES).optional(),
});
