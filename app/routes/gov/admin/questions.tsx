import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { defaultQuestions } from "~/domain/assessment/questions.server";
import { setDefaultQuestions } from "~/domain/assessment/set-questions.server";
import { type EditedRecord, versionOf } from "~/operations/edited-record.server";
import { QUESTION_LABELS, QuestionForm, questionsInput } from "~/ui/assessment/question-form";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { AdministrationNav } from "./administration-nav";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Questions");

const EDITED: EditedRecord = { kind: "questions", id: "" };

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "enterprise");
  return { ...(await read(defaultQuestions)), readAt: versionOf(services.db, EDITED) };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    "": pageForm(setDefaultQuestions, () => ({ text: "Questions saved." }), { toInput: questionsInput, edits: EDITED }),
  });

export default function Questions() {
  const { questions, readAt } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Questions"
        lede="Reviewers answer these questions when they assess a submission, besides its relevance, readiness and next step. A call can have questions of its own instead. Industry never sees them."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={QUESTION_LABELS} />
      <QuestionForm questions={questions} readAt={readAt} refused={state} />
    </>
  );
}
