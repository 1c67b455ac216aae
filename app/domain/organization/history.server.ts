import { statement } from "#db/open";
import type { AuditEventName } from "../../audit/events";
import { defineQuery } from "../operation.server";
import { recordSchema } from "../text";

interface HistoryRow {
  id: string;
  createdAt: string;
  event: AuditEventName;
  actorEmail: string | null;
  statusBefore: string | null;
  statusAfter: string | null;
  /** JSON: the names of what changed. */
  changed: string;
  /** What a change of it made it, where there was one. */
  nontraditional: 0 | 1 | null;
}

const ROWS_SHOWN = 50;

/** Neither addresses nor user agents leave the audit log this way. */
const SELECT_HISTORY = `
  SELECT id, created_at AS createdAt, event, actor_email AS actorEmail,
         details ->> '$.before.status' AS statusBefore, details ->> '$.after.status' AS statusAfter,
         CASE WHEN event = 'organization_profile_updated'
           THEN (SELECT json_group_array(key) FROM json_each(details, '$.after')) ELSE '[]' END AS changed,
         details ->> '$.after.nontraditional' AS nontraditional
  FROM audit_event
  WHERE target_type = 'organization' AND target_id = ?
  ORDER BY created_at DESC, seq DESC
  LIMIT ${ROWS_SHOWN}`;

/** What was done to an organization's record, newest first: what, by whom and when; and which fields changed. */
export const organizationHistory = defineQuery({
  gate: "gov read",
  input: recordSchema,
  run: ({ db }, { id }) =>
    statement<HistoryRow>(db, SELECT_HISTORY)
      .all(id)
      .map(({ changed, nontraditional, ...row }) => ({
        ...row,
        changed: JSON.parse(changed) as string[],
        nontraditional: nontraditional === null ? null : nontraditional === 1,
      })),
});
