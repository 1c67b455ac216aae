import { statement } from "#db/open";
import { type Paged, paging } from "~/lists/paging";
import { defineQuery } from "~/operations/operation.server";
import { recordSchema } from "~/values/text";
import type { AuditEventName } from "../../audit/events";

interface HistoryRow {
  id: string;
  createdAt: string;
  event: AuditEventName;
  /** The name of who did it, or the email address of someone who has no account. */
  actor: string | null;
  statusBefore: string | null;
  statusAfter: string | null;
  /** JSON: the names of the changed fields. */
  changed: string;
  /** The new status, if the event changed it. */
  nontraditional: 0 | 1 | null;
}

export interface HistoryEntry extends Omit<HistoryRow, "changed" | "nontraditional"> {
  changed: string[];
  nontraditional: boolean | null;
}

const ROWS_ON_A_PAGE = 20;

const COUNT_HISTORY = "SELECT count(*) AS total FROM audit_event WHERE target_id = ? AND target_type = 'organization'";

/** Addresses and user agents stay in the audit log. */
const SELECT_HISTORY = `
  SELECT id, created_at AS createdAt, event,
         coalesce((SELECT name FROM user WHERE user.id = actor_id), actor_email) AS actor,
         details ->> '$.before.status' AS statusBefore, details ->> '$.after.status' AS statusAfter,
         CASE WHEN event IN ('organization_profile_updated', 'organization_identity_changed')
           THEN (SELECT json_group_array(key) FROM json_each(details, '$.after')) ELSE '[]' END AS changed,
         details ->> '$.after.nontraditional' AS nontraditional
  FROM audit_event
  WHERE target_type = 'organization' AND target_id = @id
  ORDER BY created_at DESC, seq DESC
  LIMIT ${ROWS_ON_A_PAGE} OFFSET @offset`;

/** This list has no other page size, so the input has only the page number. */
const historyPage = paging({ default: ROWS_ON_A_PAGE, max: ROWS_ON_A_PAGE }).page;

/**
 * A page of an organization's history, newest first: event, actor, time and fields. It is complete, so that an
 * organization that often changes its profile cannot push government's entries out of sight.
 */
export const organizationHistory = defineQuery({
  gate: "gov read",
  input: recordSchema.extend({ historyPage }),
  run({ db }, { id, historyPage: page }): Paged<HistoryEntry> {
    const total = statement<{ total: number }>(db, COUNT_HISTORY).get(id)?.total ?? 0;
    const offset = (page - 1) * ROWS_ON_A_PAGE;
    const rows = offset < total ? statement<HistoryRow>(db, SELECT_HISTORY).all({ id, offset }) : [];
    const items = rows.map(({ changed, nontraditional, ...row }) => ({
      ...row,
      changed: JSON.parse(changed) as string[],
      nontraditional: nontraditional === null ? null : nontraditional === 1,
    }));
    return { items, total, page, pageSize: ROWS_ON_A_PAGE };
  },
});
