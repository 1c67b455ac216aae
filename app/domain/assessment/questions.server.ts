import * as z from "zod";
import type { QuestionKind } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { recordSchema } from "~/values/text";
import { findCall } from "../call/queries.server";

export interface Question {
  id: string;
  kind: QuestionKind;
  label: string;
}

const SELECT_ASKED = `
  SELECT id, kind, label FROM assessment_question
  WHERE call_id IS ? AND retired_at IS NULL ORDER BY position, id`;

/** The questions that a call asks, or the agency's default. */
export const askedBy = (db: Database, callId: string | null): Question[] =>
  statement<Question>(db, SELECT_ASKED).all(callId);

/** The questions about a submission: those of its call or, if it has none, the agency's default. */
export function questionsAbout(db: Database, { callId }: { callId: string | null }): Question[] {
  const ofCall = callId === null ? [] : askedBy(db, callId);
  return ofCall.length > 0 ? ofCall : askedBy(db, null);
}

/** GET /api/gov/admin/questions: the agency's default. */
export const defaultQuestions = defineQuery({
  gate: "enterprise",
  input: z.object({}),
  run: ({ db }) => ({ questions: askedBy(db, null) }),
});

/** A call's own questions. */
export const callQuestions = defineQuery({
  gate: "publisher",
  input: recordSchema,
  run({ db }, { id }) {
    findCall(db, id);
    return { questions: askedBy(db, id) };
  },
});
