import { type Database, statement } from "#db/open";
import { defineOperation, type WriteContext } from "~/operations/operation.server";
import { invalidField } from "~/values/errors";
import { findCall } from "../call/queries.server";
import { askedBy, type Question } from "./questions.server";
import { callQuestionsSchema, defaultQuestionsSchema } from "./schema";

type SentQuestion = Omit<Question, "id"> & { id?: string | undefined };

const EVENT = "assessment_questions_changed";

/** Replaces the questions of a call's submissions. Without any, they get the agency's default. */
export const setCallQuestions = defineOperation({
  gate: "publisher",
  input: callQuestionsSchema,
  events: [EVENT],
  run(context, { id, questions }) {
    findCall(context.db, id);
    return replaceQuestions(context, id, questions);
  },
});

/** Replaces the agency's default questions. */
export const setDefaultQuestions = defineOperation({
  gate: "enterprise",
  input: defaultQuestionsSchema,
  events: [EVENT],
  run: (context, { questions }) => replaceQuestions(context, null, questions),
});

const INSERT = `
  INSERT INTO assessment_question (id, call_id, position, kind, label, created_at)
  VALUES (@id, @callId, @position, @kind, @label, @now)`;
const UPDATE = "UPDATE assessment_question SET position = @position, kind = @kind, label = @label WHERE id = @id";
const RETIRE = "UPDATE assessment_question SET retired_at = @now WHERE id = @id";
const IS_ANSWERED = "SELECT 1 FROM assessment WHERE json_type(answers, '$.\"' || ? || '\"') IS NOT NULL LIMIT 1";

const isAnswered = (db: Database, id: string) => statement(db, IS_ANSWERED).get(id) !== undefined;

/**
 * Writes the questions of a call, or the agency's default. A question that is left out is retired. One that was answered
 * never changes: it is retired, and a new one takes its place.
 */
function replaceQuestions(
  { db, newId, now, audit }: WriteContext<"publisher" | "enterprise", typeof EVENT>,
  callId: string | null,
  sent: readonly SentQuestion[],
) {
  const before = askedBy(db, callId);
  const at = now.toISOString();
  const kept = new Set<string>();
  for (const [position, { id, kind, label }] of sent.entries()) {
    const present = before.find((question) => question.id === id);
    if (id !== undefined && (!present || kept.has(id))) {
      throw invalidField("questions", "not_found", "Name each question of this list at most once, and no other");
    }
    const isSame = present?.kind === kind && present.label === label;
    if (present && (isSame || !isAnswered(db, present.id))) {
      kept.add(present.id);
      statement(db, UPDATE).run({ id: present.id, position, kind, label });
    } else {
      statement(db, INSERT).run({ id: newId(), callId, position, kind, label, now: at });
    }
  }
  for (const { id } of before) if (!kept.has(id)) statement(db, RETIRE).run({ id, now: at });
  const questions = askedBy(db, callId);
  if (JSON.stringify(questions) !== JSON.stringify(before)) {
    const details = { before: { questions: before }, after: { questions } };
    audit(
      EVENT,
      callId === null ? { targetType: "agency", details } : { targetType: "call", targetId: callId, details },
    );
  }
  return { questions };
}
