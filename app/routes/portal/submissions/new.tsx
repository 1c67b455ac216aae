import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { openCallChoices, publicCall } from "~/domain/call/queries.server";
import { presetTagsWithCalls } from "~/domain/preset-tag/in-use.server";
import { createSubmission } from "~/domain/submission/create.server";
import { submissionFieldsSchema } from "~/domain/submission/schema";
import { acceptOf, choiceOfTypes, SUBMISSION_FILE_TYPES } from "~/storage/file-types";
import { Deadline } from "~/ui/call/call-list";
import { FileField } from "~/ui/kit/form/file-field";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { TagField } from "~/ui/kit/form/tag-field";
import { TextArea, TextField } from "~/ui/kit/form/text-field";
import { UploadForm } from "~/ui/kit/form/upload-form";
import { TagList } from "~/ui/kit/format/tag-list";
import { PageHeader } from "~/ui/kit/page/page-header";
import { RecordPage } from "~/ui/kit/page/record-page";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { formatDay } from "~/values/format";
import { LIMITS, MB } from "~/values/limits";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { SUBMISSION_BODY } from "~/web/transport/multipart.server";

export { uploadAction as clientAction } from "~/ui/kit/form/upload";

export const meta = titleOf("New submission");

const LABELS = {
  type: "Type of document",
  title: "Title",
  summary: "Summary",
  techTags: "Technology tags",
  callId: "Call",
  file: "File",
};

interface OpenCall {
  id: string;
  title: string;
  closesAt: string | null;
  techTags: string;
}

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "industry");
  const calls = await read(openCallChoices);
  const chosenCall = new URL(args.request.url).searchParams.get("callId") ?? "";
  const isOpen = calls.some(({ id }) => id === chosenCall);
  return {
    call: isOpen ? answeredCall(await read(publicCall, { id: chosenCall })) : null,
    calls: calls.map(({ id, title }) => ({ value: id, label: title })),
    chosenCall,
    presets: await read(presetTagsWithCalls),
    constraints: constraintsOf(submissionFieldsSchema),
  };
}

const answeredCall = ({ id, title, closesAt, techTags }: OpenCall) => ({
  id,
  title,
  closesAt,
  techTags,
});

export async function action(args: ActionFunctionArgs) {
  return handleForms(args, {
    "": pageForm(
      createSubmission,
      ({ id, answerBy }) => ({
        text: `We received your submission.${answerBy ? ` You will hear from us by ${formatDay(new Date(answerBy))}.` : ""}`,
        to: `/portal/submissions/${id}`,
      }),
      { multipart: SUBMISSION_BODY, once: true },
    ),
  });
}

export default function NewSubmission() {
  const { call, calls, chosenCall, presets, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="New submission"
        breadcrumbs={[{ label: "Submissions", to: "/portal/submissions" }, { label: "New" }]}
        lede={`Your document stays private. We send it to the government reviewers who follow its tags${call ? " or the call's" : ""}.`}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <RecordPage actions={call && <AnsweredCall call={call} />} facts={<WhatToSend />}>
        <UploadForm
          rules={{ field: "file", types: SUBMISSION_FILE_TYPES, most: 1 }}
          className="usa-form usa-form--large glip-form"
        >
          <FormKit
            constraints={constraints}
            values={state?.values ?? { callId: chosenCall }}
            errors={state?.errors}
            chosenFiles={state?.chosenFiles}
          >
            <SelectField name="type" label={LABELS.type} />
            <TextField name="title" label={LABELS.title} />
            <TextArea name="summary" label={LABELS.summary} />
            <TagField
              name="techTags"
              label={LABELS.techTags}
              presets={presets}
              hint="Words or phrases, separated by commas."
            />
            <SelectField
              name="callId"
              label={LABELS.callId}
              options={calls}
              emptyLabel="None"
              hint="If you are responding to an open call, choose it here."
            />
            <FileField
              name="file"
              label={LABELS.file}
              accept={acceptOf(SUBMISSION_FILE_TYPES)}
              hint={`Optional. One ${choiceOfTypes(SUBMISSION_FILE_TYPES)} file, up to ${LIMITS.fileBytes / MB} MB.`}
            />
            <div className="glip-cluster">
              <SubmitButton pendingText="Submitting…">Submit</SubmitButton>
              <Link to="/portal/submissions">Cancel</Link>
            </div>
          </FormKit>
        </UploadForm>
      </RecordPage>
    </>
  );
}

function AnsweredCall({ call }: { call: OpenCall }) {
  return (
    <Section title="You answer this call">
      <p>
        <Link to={`/calls/${call.id}`}>{call.title}</Link>
      </p>
      <p>
        <Deadline closesAt={call.closesAt} hasOwnTime />
      </p>
      {call.techTags && <TagList tags={call.techTags} />}
    </Section>
  );
}

/** What the service accepts. */
function WhatToSend() {
  return (
    <Section title="What to send">
      <p>
        A document of a few pages that says what you have and what it was measured to do: one{" "}
        {choiceOfTypes(SUBMISSION_FILE_TYPES)} file, up to {LIMITS.fileBytes / MB} MB.
      </p>
      <p>
        <Link to="/help/industry#what-happens">What happens next</Link>
      </p>
    </Section>
  );
}
