import { desc, eq } from "drizzle-orm";
import { type Database, statement } from "#db/open";
import { reviewNote, user } from "#db/schema";
import { readPage } from "~/lists/listing.server";
import { type Paged, paging } from "~/lists/paging";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { findSubmission } from "../submission/queries.server";

interface Person {
  id: string;
  name: string;
}

interface ReviewNote {
  id: string;
  body: string;
  createdAt: string;
  author: Person;
  mentions: Person[];
}

const SELECT_MENTIONS = `
  SELECT note_id AS noteId, user.id, user.name
  FROM review_note_mention JOIN user ON user.id = user_id
  WHERE note_id IN (SELECT value FROM json_each(?))
  ORDER BY user.name, user.id`;

function notesOf(db: Database, submissionId: string, size: { page: number; pageSize: number }): Paged<ReviewNote> {
  const { id, body, createdAt } = reviewNote;
  const order = [desc(createdAt), desc(id)];
  const list = { key: id, where: eq(reviewNote.submissionId, submissionId), order };
  return readPage(db, size, list, (onPage) => {
    const notes = db
      .select({ id, body, createdAt, author: { id: user.id, name: user.name } })
      .from(reviewNote)
      .innerJoin(user, eq(user.id, reviewNote.authorId))
      .where(onPage)
      .orderBy(...order)
      .all();
    const ids = JSON.stringify(notes.map((note) => note.id));
    const mentioned = statement<Person & { noteId: string }>(db, SELECT_MENTIONS).all(ids);
    return notes.map((note) => ({
      ...note,
      mentions: mentioned.filter(({ noteId }) => noteId === note.id).map(({ id, name }) => ({ id, name })),
    }));
  });
}

/**
 * GET /api/gov/submissions/<id>/notes: government's notes on a submission, newest first. There is no `updatedSince`,
 * because the log of changes that it would need also says to the submitter when a submission changes.
 */
export const listReviewNotes = defineQuery({
  gate: "gov read",
  input: recordSchema.extend(paging(LIMITS.listPageSize)),
  run({ db }, { id, ...size }) {
    findSubmission(db, id);
    return notesOf(db, id, size);
  },
});

const NOTES_ON_A_PAGE = 20;

/** This list has no other page size, so the input has only the page number. */
const notesPage = paging({ default: NOTES_ON_A_PAGE, max: NOTES_ON_A_PAGE }).page;

/** The same for the submission's page. */
export const reviewNotes = defineQuery({
  gate: "gov read",
  input: recordSchema.extend({ notesPage }),
  run: ({ db }, { id, notesPage: page }) => notesOf(db, id, { page, pageSize: NOTES_ON_A_PAGE }),
});
