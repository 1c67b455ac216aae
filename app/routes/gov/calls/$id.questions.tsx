import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { callQuestions } from "~/domain/assessment/questions.server";
import { setCallQuestions } from "~/domain/assessment/set-questions.server";
import { callTitle } from "~/domain/call/queries.server";
import { versionOf } from "~/operations/edited-record.server";
import { QUESTION_LABELS, QuestionForm, questionsInput } from "~/ui/assessment/question-form";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Questions about submissions");

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "publisher");
  const { id = "" } = args.params;
  const { questions } = await read(callQuestions, { id });
  return {
    path: `/gov/calls/${id}`,
    title: (await read(callTitle, { id })) ?? id,
    questions,
    readAt: versionOf(services.db, { kind: "questions", id }),
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    "": pageForm(setCallQuestions, () => ({ text: "Questions saved." }), {
      toInput: questionsInput,
      edits: { kind: "questions", id: args.params.id ?? "" },
    }),
  });

export default function CallQuestions() {
  const { path, title, questions, readAt } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Questions about submissions"
        breadcrumbs={[{ label: "Calls", to: "/gov/calls" }, { label: title, to: path }, { label: "Questions" }]}
        lede="Reviewers answer these questions when they assess a submission to this call. Without any, they get the agency's default questions. Industry never sees them."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={QUESTION_LABELS} />
      <QuestionForm questions={questions} readAt={readAt} refused={state} />
    </>
  );
}
