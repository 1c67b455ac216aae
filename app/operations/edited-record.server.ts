import { createHash } from "node:crypto";
import { getTableColumns } from "drizzle-orm";
import { type Database, statement } from "#db/open";
import { organization } from "#db/schema";
import { DomainError } from "~/values/errors";

/**
 * What an organization itself may read. Its last write is not: a note or another mark of the government counts as one, and
 * the organization must not learn of it from the form of its profile.
 */
const {
  updatedAt: _updatedAt,
  nontraditional: _nontraditional,
  status: _status,
  ...OWN
} = getTableColumns(organization);
const OWN_COLUMNS = Object.values(OWN).map(({ name }) => name);

const lastWrite = (table: string) => `SELECT updated_at AS version FROM ${table} WHERE id = ?`;

/**
 * What several people may have open to edit at once, and what tells its versions apart: when it was last written, or as
 * JSON what is in it. `questions` are those of a call, or the agency's default for the id "".
 */
const SELECT_VERSION = {
  announcement: lastWrite("announcement"),
  call: lastWrite("call"),
  command: lastWrite("command"),
  conclusion: "SELECT updated_at AS version FROM assessment WHERE submission_id = ? AND is_conclusion = 1",
  engagement: lastWrite("engagement"),
  engagementTask: lastWrite("engagement_task"),
  governmentTags: "SELECT json_quote(government_tags) AS version FROM submission WHERE id = ?",
  // An administrator who hands over someone's work may add to the tags that their owner is editing.
  notificationSettings:
    "SELECT coalesce(max(updated_at), 'none') AS version FROM notification_setting WHERE user_id = ?",
  organization: `SELECT json_array(${OWN_COLUMNS.join(", ")}) AS version FROM organization WHERE id = ?`,
  presetTag: "SELECT json_quote(aliases) AS version FROM preset_tag WHERE id = ?",
  questions: `SELECT json_group_array(json_array(id, kind, label) ORDER BY position, id) AS version
    FROM assessment_question WHERE call_id IS nullif(?, '') AND retired_at IS NULL`,
  user: lastWrite("user"),
} as const;

/** A record that several people may have open to edit at once. */
export interface EditedRecord {
  /** "conclusion" and "governmentTags": those of the submission with this id. "notificationSettings": the user's. */
  kind: keyof typeof SELECT_VERSION;
  id: string;
  /** The form does something with the record as its page shows it, such as publishing it. It does not edit the record. */
  isShown?: true;
}

/** For a conclusion that nobody has written yet. Someone may, while another person writes it, too. */
export const NOT_YET = "not yet";

/** The version of a record; null if it does not exist. An edit uses this to notice changes made since it read the record. */
export function versionOf(db: Database, { kind, id }: EditedRecord): string | null {
  const row = statement<{ version: string }>(db, SELECT_VERSION[kind]).get(id);
  if (row) return /^["[]/.test(row.version) ? digestOf(row.version) : row.version;
  return kind === "conclusion" ? NOT_YET : null;
}

/** Short, because forms send it back. */
const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url");

const CHANGED_SINCE_READ =
  "Someone else changed this after you opened it. We kept what you typed. See their changes in another tab, then save again to replace them";
const CHANGED_SINCE_SHOWN =
  "Someone else changed this after you opened it, so we did nothing. You see their changes now. If you agree with them, try again";

/**
 * Refuses an edit that began before someone else's was saved, because it would undo theirs unseen. Call it inside the
 * edit's transaction.
 * @param readAt what `versionOf` returned when the record was read for the edit
 * @throws DomainError conflict
 */
export function refuseOvertakenEdit(db: Database, record: EditedRecord, readAt: string): void {
  const version = versionOf(db, record);
  if (version === null || version === readAt) return;
  throw new DomainError("conflict", record.isShown ? CHANGED_SINCE_SHOWN : CHANGED_SINCE_READ);
}
