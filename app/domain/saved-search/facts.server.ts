import { type Database, statement } from "#db/open";

/** When a record appeared, and whose it is. */
export interface RecordFacts {
  createdAt: string;
  /** When people outside of government could first read it, if they can. */
  publicAt: string;
  changedAt: string;
  authorId: string | null;
}

const facts = (created: string, author: string, { publicAt = created, changed = created } = {}) =>
  `${created} AS createdAt, ${publicAt} AS publicAt, ${changed} AS changedAt, ${author} AS authorId`;

const later = (one: string, other: string) => `max(${one}, coalesce(${other}, ''))`;

/** How to read them, by the source of the entry (app/search/ledger/sources.server.ts). A test compares the two lists. */
export const FACTS: Readonly<Record<string, string>> = {
  organization: `SELECT ${facts("created_at", "NULL")} FROM organization WHERE id = ?`,
  submission: `SELECT ${facts("created_at", "submitted_by")} FROM submission WHERE id = ?`,
  engagement: `SELECT ${facts("created_at", "created_by")} FROM engagement WHERE id = ?`,
  call: `SELECT ${facts("created_at", "author_id", { publicAt: later("created_at", "releases_at"), changed: "updated_at" })}
    FROM call WHERE id = ?`,
  announcement: `SELECT ${facts("created_at", "author_id", { publicAt: later("created_at", "published_at"), changed: "updated_at" })}
    FROM announcement WHERE id = ?`,
  user: `SELECT ${facts("created_at", "id")} FROM user WHERE id = ?`,
  command: `SELECT ${facts("created_at", "NULL")} FROM command WHERE id = ?`,
  preset_tag: `SELECT ${facts("created_at", "created_by")} FROM preset_tag WHERE id = ?`,
  engagement_note: `SELECT ${facts("created_at", "author_id")} FROM engagement_note WHERE id = ?`,
  organization_dialogue_note: `SELECT ${facts("created_at", "author_id")} FROM organization_dialogue_note WHERE id = ?`,
  review_note: `SELECT ${facts("created_at", "author_id")} FROM review_note WHERE id = ?`,
  submission_message: `SELECT ${facts("created_at", "author_id")} FROM submission_message WHERE id = ?`,
  "file:submission": `SELECT ${facts("created_at", "submitted_by")} FROM submission WHERE id = ?`,
  "file:submission_message_file": `SELECT ${facts("message.created_at", "message.author_id")}
    FROM submission_message_file AS file JOIN submission_message AS message ON message.id = file.message_id
    WHERE file.id = ?`,
  "file:announcement_attachment": `SELECT ${facts("file.created_at", "file.uploaded_by", {
    publicAt: later("file.created_at", "published_at"),
    changed: "announcement.updated_at",
  })} FROM announcement_attachment AS file JOIN announcement ON announcement.id = file.announcement_id
    WHERE file.id = ?`,
  "file:engagement_attachment": `SELECT ${facts("created_at", "uploaded_by")} FROM engagement_attachment WHERE id = ?`,
};

/** Null if the record was removed. */
export function factsOf(db: Database, source: string, sourceId: string): RecordFacts | null {
  const select = FACTS[source];
  return select === undefined ? null : (statement<RecordFacts>(db, select).get(sourceId) ?? null);
}
