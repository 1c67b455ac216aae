import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { presetTagRecord } from "~/domain/preset-tag/queries.server";
import { presetTagChangeSchema } from "~/domain/preset-tag/schema";
import { updatePresetTag } from "~/domain/preset-tag/update.server";
import { type EditedRecord, versionOf } from "~/operations/edited-record.server";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";
import { OTHER_NAMES } from "./other-names";

export const meta = titleOf<typeof loader>(({ data }) => (data ? `Other names of ${data.label}` : "Other names"));

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

const editedBy = (id = ""): EditedRecord => ({ kind: "presetTag", id });

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "system admin");
  const { id, label, aliases } = await read(presetTagRecord, { id: args.params.id });
  const readAt = versionOf(services.db, editedBy(id));
  return { label, readAt, values: { aliases }, constraints: constraintsOf(presetTagChangeSchema) };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(args, {
    "": pageForm(updatePresetTag, ({ label }) => ({ text: `Other names of ${label} saved.`, to: "/gov/admin/tags" }), {
      edits: editedBy(args.params.id),
    }),
  });

export default function EditTag() {
  const { label, readAt, values, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title={`Other names of ${label}`}
        breadcrumbs={[{ label: "Tags", to: "/gov/admin/tags" }, { label }]}
        lede="A submission with one of these names also goes to people who follow the tag, and the other way round."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{ aliases: OTHER_NAMES.label }} />
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? values} errors={state?.errors}>
          <ReadAtField value={state?.readAt ?? readAt} />
          <TextField {...OTHER_NAMES} autoComplete="off" />
          <div className="glip-cluster">
            <SubmitButton pendingText="Saving…">Save other names</SubmitButton>
            <Link to="/gov/admin/tags">Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </>
  );
}
