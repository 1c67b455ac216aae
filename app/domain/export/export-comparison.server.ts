import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import { call, submission } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { invalidField } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { identifier } from "~/values/text";
import { comparisonOrder, isCompared, orderOfComparison } from "../assessment/compare.server";
import { type Question, questionsAbout } from "../assessment/questions.server";
import { downloadExport } from "./download.server";
import { tableText } from "./export-table.server";
import { type Field, listedUp, lookedUp, NAMES_OF_LINKS, ofOutcome } from "./records.server";

const ofConclusion = (column: string) =>
  `SELECT assessment.${column} FROM assessment
   WHERE assessment.submission_id = submission.id AND assessment.is_conclusion = 1`;
/** One item of each reviewer, empty if they did not say, so that the items of the columns belong together. */
const ofOpinions = (column: string) =>
  `SELECT json_group_array(ifnull(assessment.${column}, '') ORDER BY assessment.created_at, assessment.id)
   FROM assessment WHERE assessment.submission_id = submission.id AND assessment.is_conclusion = 0`;

/** What the conclusion answers to a question. The number sets the column apart from others with the same words. */
const ofQuestion = ({ id, kind, label }: Question, index: number): Field => ({
  name: `${index + 1}. ${label}`,
  select: sql`(SELECT json_extract(assessment.answers, ${`$."${id}"`}) FROM assessment
    WHERE assessment.submission_id = submission.id AND assessment.is_conclusion = 1)`,
  read: (stored) => (kind === "YES_NO" ? stored === 1 : (stored as string | number)),
});

/** The columns of a comparison. */
const fieldsOf = (questions: readonly Question[]): Field[] => [
  ...(["id", "title", "type", "status", "createdAt"] as const).map((name) => ({ name, select: submission[name] })),
  ...NAMES_OF_LINKS.submissions.filter(({ name }) => name === "organizationName"),
  lookedUp("ownerName", "SELECT user.name FROM user WHERE user.id = submission.owner_id"),
  lookedUp("relevance", ofConclusion("relevance")),
  lookedUp("readinessLevel", ofConclusion("readiness_level")),
  lookedUp("nextStep", ofConclusion("next_step")),
  lookedUp("comment", ofConclusion("comment")),
  listedUp("opinionRelevances", ofOpinions("relevance")),
  listedUp("opinionReadinessLevels", ofOpinions("readiness_level")),
  listedUp("opinionNextSteps", ofOpinions("next_step")),
  lookedUp("outcome", ofOutcome("outcome")),
  lookedUp("outcomeBody", ofOutcome("body")),
  lookedUp("outcomeSentAt", ofOutcome("sent_at")),
  ...questions.map(ofQuestion),
];

/** GET /api/export/comparison.csv: a call's submissions with their owners, conclusions, opinions and answers. */
export const exportComparison = defineOperation({
  gate: "enterprise",
  input: z.object({ callId: identifier(64), ...comparisonOrder }),
  limit: RATE_LIMITS.export,
  events: ["export_downloaded"],

  run(context, { callId, sort }) {
    if (!context.db.query.call.findFirst({ columns: { id: true }, where: eq(call.id, callId) }).sync()) {
      throw invalidField("callId", "not_found", "There is no such call");
    }
    const source = {
      table: submission,
      fields: fieldsOf(questionsAbout(context.db, { callId })),
      where: isCompared(callId),
      order: orderOfComparison(sort),
    };
    return downloadExport(context, {
      format: "CSV",
      contentType: "text/csv; charset=utf-8",
      records: ["submissions"],
      name: "comparison",
      extension: "csv",
      filters: { callId, sort: sort.by },
      make: (snapshot) => tableText(snapshot, source),
    });
  },
});
