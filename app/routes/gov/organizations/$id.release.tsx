import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { organizationRecord } from "~/domain/organization/queries.server";
import { organizationIdentitySchema } from "~/domain/organization/schema";
import { setOrganizationIdentity } from "~/domain/organization/set-identity.server";
import { versionOf } from "~/operations/edited-record.server";
import { fieldValuesOf } from "~/ui/kit/form/field-values";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { UeiField } from "~/ui/organization/uei-field";
import { constraintsOf } from "~/web/forms/constraints.server";
import { emptyAsNull } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

const TITLE = "Release a name or code";
const LABELS = { name: "Organization name", uei: "UEI", cageCode: "CAGE code" };

export const meta = titleOf(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "system admin");
  const { id, name, uei, cageCode, status } = await read(organizationRecord, { id: args.params.id });
  const readAt = versionOf(services.db, { kind: "organization", id });
  return { id, name, uei, cageCode, status, readAt, constraints: constraintsOf(organizationIdentitySchema) };
}

export async function action(args: ActionFunctionArgs) {
  await page(args, "system admin");
  const { id = "" } = args.params;
  return handleForms(args, {
    "": pageForm(
      setOrganizationIdentity,
      ({ name }) => ({ text: `Name and codes of ${name} saved.`, to: `/gov/organizations/${id}` }),
      { toInput: emptyAsNull("uei", "cageCode"), edits: { kind: "organization", id } },
    ),
  });
}

export default function ReleaseIdentity() {
  const { id, name, uei, cageCode, status, readAt, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const record = `/gov/organizations/${id}`;
  return (
    <>
      <PageHeader
        title={TITLE}
        breadcrumbs={[
          { label: "Organizations", to: "/gov/organizations" },
          { label: name, to: record },
          { label: "Release" },
        ]}
        lede="Use this if the organization registered under a name, UEI or CAGE code that belongs to another one."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <ul>
        <li>The owner can register with the old name or code immediately. Nobody else is notified.</li>
        <li>To release a code, clear its field. To release the name, enter another one, such as “Released name 1”.</li>
        <li>The organization keeps its records. They show the new name. The change is in the audit log.</li>
        {status !== "INACTIVE" && (
          <li>
            People can still sign in for this organization. If nobody should, set its status to inactive on{" "}
            <Link to={record}>its page</Link>, then deactivate{" "}
            <Link to={`/gov/admin/industry-users?organizationId=${id}`}>its accounts</Link>.
          </li>
        )}
      </ul>
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit
          constraints={constraints}
          values={state?.values ?? fieldValuesOf({ name, uei, cageCode })}
          errors={state?.errors}
        >
          <ReadAtField value={state?.readAt ?? readAt} />
          <TextField name="name" label={LABELS.name} />
          <UeiField name="uei" label={LABELS.uei} />
          <TextField name="cageCode" label={LABELS.cageCode} spellCheck={false} />
          <div className="glip-cluster">
            <SubmitButton pendingText="Saving…">Save name and codes</SubmitButton>
            <Link to={record}>Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </>
  );
}
