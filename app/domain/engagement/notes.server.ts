import { desc, eq, type SQL } from "drizzle-orm";
import type { Database } from "#db/open";
import { engagementNote, user } from "#db/schema";
import { readPage } from "~/lists/listing.server";
import { paging } from "~/lists/paging";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";

const NEWEST_FIRST = [desc(engagementNote.createdAt), desc(engagementNote.id)];
const ofEngagement = (id: string) => eq(engagementNote.engagementId, id);

function selectNotes(db: Database, where: SQL) {
  const { id, body, createdAt } = engagementNote;
  return db
    .select({ id, body, createdAt, author: { id: user.id, name: user.name } })
    .from(engagementNote)
    .innerJoin(user, eq(user.id, engagementNote.authorId))
    .where(where)
    .orderBy(...NEWEST_FIRST);
}

/** An engagement's newest notes, up to the maximum of a list, oldest first. */
export function listNotes(db: Database, engagementId: string) {
  return selectNotes(db, ofEngagement(engagementId)).limit(LIMITS.unpagedRows).all().reverse();
}

/** Few, because a note may be long and made to be slow to format. */
const NOTES_ON_A_PAGE = 20;

/** This list has no other page size, so the input has only the page number. */
const notesPage = paging({ default: NOTES_ON_A_PAGE, max: NOTES_ON_A_PAGE }).page;

/** All notes of an engagement, newest first, a page at a time. */
export const notesOfEngagement = defineQuery({
  gate: "gov read",
  input: recordSchema.extend({ notesPage }),
  run({ db }, { id, notesPage: page }) {
    const list = { key: engagementNote.id, where: ofEngagement(id), order: NEWEST_FIRST };
    return readPage(db, { page, pageSize: NOTES_ON_A_PAGE }, list, (onPage) => selectNotes(db, onPage).all());
  },
});
