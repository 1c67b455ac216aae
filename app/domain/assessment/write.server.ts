import { and, eq } from "drizzle-orm";
import type * as z from "zod";
import { type Database, statement } from "#db/open";
import { assessment, type submission } from "#db/schema";
import { changesBetween, clearedTo } from "~/operations/changes";
import type { WriteContext } from "~/operations/operation.server";
import { type Actor, reachesCommand, reachThrough } from "~/policy/policy";
import { type FieldErrors, invalidField, invalidFields } from "~/values/errors";
import { questionsAbout } from "./questions.server";
import { readAnswer } from "./read-answer.server";
import { type Answers, isBlank, type Judgment } from "./rules";
import type { opinionSchema } from "./schema";

type Sent = Omit<z.output<typeof opinionSchema>, "id">;
type SubmissionRow = typeof submission.$inferSelect;

const NOTHING: Judgment = { relevance: null, readinessLevel: null, nextStep: null, comment: "", answers: {} };

/** The conclusion about a submission, or one person's opinion. */
export function findAssessment(db: Database, submissionId: string, whose: { authorId: string } | "conclusion") {
  const isWhose =
    whose === "conclusion"
      ? eq(assessment.isConclusion, true)
      : and(eq(assessment.isConclusion, false), eq(assessment.authorId, whose.authorId));
  return db
    .select()
    .from(assessment)
    .where(and(eq(assessment.submissionId, submissionId), isWhose))
    .get();
}

/** Reads the answers to questions that are asked about the submission, and keeps the others. */
function answersAfter(db: Database, row: SubmissionRow, before: Answers, sent: Sent["answers"]): Answers {
  const asked = questionsAbout(db, row);
  const after = { ...before };
  const faults: FieldErrors = {};
  for (const { questionId, answer } of sent ?? []) {
    const kind = asked.find(({ id }) => id === questionId)?.kind;
    const read = kind ? readAnswer(kind, answer) : { fault: "This question is not asked anymore" };
    if ("fault" in read) faults[`answers.${questionId}`] = [{ code: "invalid", message: read.fault }];
    else if (read.answer === null) delete after[questionId];
    else after[questionId] = read.answer;
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
  return after;
}

/**
 * Writes someone's opinion of a submission, or the conclusion. Fields that are not sent stay as they are.
 * @returns its id, and whether anything changed
 */
export function writeAssessment(
  { db, actor, newId, now }: Pick<WriteContext<"gov write">, "db" | "actor" | "newId" | "now">,
  row: SubmissionRow,
  whose: "opinion" | "conclusion",
  sent: Sent,
): { id: string; isChanged: boolean } {
  const present = findAssessment(db, row.id, whose === "opinion" ? { authorId: actor.id } : "conclusion");
  const before: Judgment = present ?? NOTHING;
  const after: Judgment = {
    relevance: sent.relevance === undefined ? before.relevance : sent.relevance,
    readinessLevel: sent.readinessLevel === undefined ? before.readinessLevel : sent.readinessLevel,
    nextStep: sent.nextStep === undefined ? before.nextStep : sent.nextStep,
    comment: clearedTo(sent.comment, "") ?? before.comment,
    answers: answersAfter(db, row, before.answers, sent.answers),
  };
  if (isBlank(after)) throw invalidField("relevance", "required", "Fill in at least one field");
  const at = now.toISOString();
  if (!present) {
    const id = newId();
    const columns = { id, submissionId: row.id, authorId: actor.id, isConclusion: whose === "conclusion" };
    db.insert(assessment)
      .values({ ...columns, ...after, createdAt: at, updatedAt: at })
      .run();
    return { id, isChanged: true };
  }
  const { id } = present;
  const changes = changesBetween({ ...present }, { ...after });
  if (!changes) return { id, isChanged: false };
  db.update(assessment)
    .set({ ...after, authorId: actor.id, updatedAt: at })
    .where(eq(assessment.id, id))
    .run();
  return { id, isChanged: true };
}

const SELECT_COMMAND = "SELECT command_id AS commandId FROM user WHERE id = ?";

/** Whether someone may write the conclusion of a submission: its owner, and people who may give it to someone else. */
export function mayConclude(db: Database, actor: Actor, { ownerId }: Pick<SubmissionRow, "ownerId">): boolean {
  if (ownerId === null) return false;
  if (ownerId === actor.id) return true;
  const commandId = statement<{ commandId: string | null }>(db, SELECT_COMMAND).get(ownerId)?.commandId ?? null;
  return reachesCommand(reachThrough("review assignment", actor), actor, commandId);
}
