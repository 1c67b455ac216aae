import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { removePasskey } from "~/domain/second-factor/change-passkeys.server";
import { ownSecondFactor } from "~/domain/second-factor/queries.server";
import { dutyOf } from "~/operations/first-duty.server";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { SelectField } from "~/ui/kit/form/select-field";
import { DateTime } from "~/ui/kit/format/date-time";
import { DataTable } from "~/ui/kit/list/data-table";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Passkeys");

const LABELS = { passkeyId: "Passkey", currentPassword: "Your password" };
const CONSTRAINTS = { passkeyId: { required: true }, currentPassword: { required: true } };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "signed in");
  const { passkeys } = await read(ownSecondFactor);
  return {
    passkeys,
    lockMessage: services.settings.credentialsLocked ? LOCK_MESSAGE : null,
    isRequired: dutyOf(services, actor) !== null,
  };
}

export function action(args: ActionFunctionArgs) {
  return handleForms(args, {
    "": pageForm(removePasskey, ({ name }) => ({ text: `Passkey ${name} removed.` }), { fixable: ["forbidden"] }),
  });
}

export default function Passkeys() {
  const { passkeys, lockMessage, isRequired } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Passkeys"
        lede="A passkey signs you in with your fingerprint, your face, a PIN or a security key. You need no password, and nobody can trick you into giving it away."
        breadcrumbs={isRequired ? undefined : [{ label: "Your account", to: "/account" }, { label: "Passkeys" }]}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      {lockMessage !== null && <Alert kind="info">{lockMessage}</Alert>}
      {passkeys === null ? (
        <Alert kind="info">This service does not offer passkeys.</Alert>
      ) : (
        <div className="glip-stack">
          {lockMessage === null && (
            <p>
              <Link className="usa-button" to="/account/passkeys/new">
                Add a passkey
              </Link>
            </p>
          )}
          <OwnPasskeys passkeys={passkeys} />
          {passkeys.length > 0 && lockMessage === null && (
            <Section title="Remove a passkey">
              <p>This signs you out everywhere else.</p>
              <Form method="post" noValidate className="usa-form glip-form">
                <FormKit
                  constraints={CONSTRAINTS}
                  values={state?.values ?? {}}
                  errors={state?.errors}
                  asksBeforeLeaving={false}
                >
                  <SelectField
                    name="passkeyId"
                    label={LABELS.passkeyId}
                    options={passkeys.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                  <PasswordField
                    name="currentPassword"
                    label={LABELS.currentPassword}
                    autoComplete="current-password"
                  />
                  <SubmitButton variant="secondary" pendingText="Removing…">
                    Remove passkey
                  </SubmitButton>
                </FormKit>
              </Form>
            </Section>
          )}
        </div>
      )}
    </>
  );
}

type Passkey = NonNullable<Awaited<ReturnType<typeof loader>>["passkeys"]>[number];

function OwnPasskeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  if (passkeys.length === 0) return <p>You have no passkeys.</p>;
  return (
    <DataTable
      caption={counted(passkeys.length, "passkey", "passkeys")}
      rows={passkeys}
      rowKey={({ id }) => id}
      columns={[
        { key: "name", header: "Name", cell: ({ name }) => name },
        {
          key: "isSynced",
          header: "Kept on",
          cell: ({ isSynced }) => (isSynced ? "Several devices" : "One device"),
        },
        {
          key: "createdAt",
          header: "Added",
          cell: ({ createdAt }) => <DateTime value={createdAt} isShort />,
        },
        {
          key: "lastUsedAt",
          header: "Last used",
          cell: ({ lastUsedAt }) => (lastUsedAt ? <DateTime value={lastUsedAt} isShort /> : "Never"),
        },
      ]}
    />
  );
}
