import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { updateCallOnTime } from "~/domain/call/open-on-time.server";
import { callRecord } from "~/domain/call/queries.server";
import { isEditable } from "~/domain/call/rules";
import { newCallSchema } from "~/domain/call/schema";
import { presetTagsWithFollowers } from "~/domain/preset-tag/in-use.server";
import { versionOf } from "~/operations/edited-record.server";
import { CALL_LABELS, CallFields } from "~/ui/call/call-fields";
import { fieldValuesOf } from "~/ui/kit/form/field-values";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { spacedTags } from "~/ui/kit/form/input/typed-tags";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Edit call");

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "publisher");
  const { id, title, closesAt, questionsDueAt, ...content } = await read(callRecord, { id: args.params.id });
  return {
    id,
    title,
    // The form shows these moments as days.
    values: fieldValuesOf({
      ...content,
      title,
      techTags: spacedTags(content.techTags),
      closesAt: closesAt?.slice(0, 10),
      questionsDueAt: questionsDueAt?.slice(0, 10),
    }),
    readAt: versionOf(services.db, { kind: "call", id }),
    editable: isEditable(content, services.clock()),
    presets: await read(presetTagsWithFollowers),
    agencyDays: services.settings.answerWithinDays,
    // The API accepts a change without some fields. The form always sends all of them.
    constraints: constraintsOf(newCallSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { id = "" } = args.params;
  return handleForms(args, {
    "": pageForm(updateCallOnTime, () => ({ text: "Call saved.", to: `/gov/calls/${id}` }), {
      edits: { kind: "call", id },
    }),
  });
}

export default function EditCall() {
  const { id, title, values, readAt, editable, presets, agencyDays, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Edit call"
        breadcrumbs={[
          { label: "Calls", to: "/gov/calls" },
          { label: title, to: `/gov/calls/${id}` },
          { label: "Edit" },
        ]}
        lede={editable ? "You can edit a call until it opens." : undefined}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={CALL_LABELS} />
      {editable || state ? (
        <Form method="post" noValidate className="usa-form usa-form--large glip-form">
          <FormKit constraints={constraints} values={state?.values ?? values} errors={state?.errors}>
            <ReadAtField value={state?.readAt ?? readAt} />
            <CallFields presets={presets} agencyDays={agencyDays} />
            <div className="glip-cluster">
              <SubmitButton pendingText="Saving…">Save call</SubmitButton>
              <Link to={`/gov/calls/${id}`}>Cancel</Link>
            </div>
          </FormKit>
        </Form>
      ) : (
        <EmptyState title="You can no longer edit this call">
          <p>
            The call is public. You can edit a call only while it is a draft or scheduled. To make a change, close this
            call and write a new one.
          </p>
          <p>
            <Link to={`/gov/calls/${id}`}>Back to the call</Link>
          </p>
        </EmptyState>
      )}
    </>
  );
}
