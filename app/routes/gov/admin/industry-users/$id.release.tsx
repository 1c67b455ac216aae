import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { changeIndustryAccount } from "~/domain/industry-user/change-account.server";
import { industryAccountChangeSchema } from "~/domain/industry-user/schema";
import { INDUSTRY_USERS, loadAccount } from "~/routes/account/administered/account-page.server";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { useFrame } from "~/ui/kit/page/frame-context";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

const TITLE = "Change or release an email address";
const LABELS = { email: "New email address" };

export const meta = titleOf(TITLE);

export async function loader(args: LoaderFunctionArgs) {
  const { account, list } = await loadAccount(args, INDUSTRY_USERS);
  return { account, list, constraints: constraintsOf(industryAccountChangeSchema, ["active", "successorId"]) };
}

export async function action(args: ActionFunctionArgs) {
  await page(args, INDUSTRY_USERS.gate);
  return handleForms(args, {
    "": pageForm(changeIndustryAccount, ({ id, email }) => ({
      text: `The account now signs in as ${email}.`,
      to: `${INDUSTRY_USERS.list}/${id}`,
    })),
  });
}

export default function ReleaseEmail() {
  const { account, list, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  const sendsMail = useFrame()?.sendsMail ?? false;
  const { id, name, email, active } = account;
  const back = `${list}/${id}`;
  return (
    <>
      <PageHeader
        title={TITLE}
        breadcrumbs={[{ label: "Industry users", to: list }, { label: name, to: back }, { label: "Email" }]}
        lede={`${name} signs in as ${email}.`}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <ul>
        <li>{name} is signed out everywhere, and signs in with the new address and the same password.</li>
        <li>The old address becomes available. Its owner can register with it or be invited.</li>
        <li>
          {sendsMail
            ? "We email the old address that it no longer signs in. We do not email the new one."
            : "We do not send email to either address."}{" "}
          The change is in the audit log.
        </li>
        <li>
          If you do not know the person's own address, enter one that nobody has, such as released-1@example.invalid
          {active ? ", and deactivate the account." : "."}
        </li>
      </ul>
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit
          constraints={{ ...constraints, email: { ...constraints.email, required: true } }}
          values={state?.values ?? {}}
          errors={state?.errors}
        >
          <TextField name="email" label={LABELS.email} type="email" autoComplete="off" spellCheck={false} />
          <div className="glip-cluster">
            <SubmitButton pendingText="Saving…">Change email address</SubmitButton>
            <Link to={back}>Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </>
  );
}
