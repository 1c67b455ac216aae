import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { STAYS_ACTIVE } from "~/domain/account-administration/rules";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { Alert } from "~/ui/kit/page/alert";
import { type Breadcrumb, PageHeader } from "~/ui/kit/page/page-header";
import type { deactivateAccount, loadAccount } from "./account-page.server";

/** Asks before it deactivates someone's account, and says what happens then. */
export function DeactivatePage({ parent }: { parent: Breadcrumb }) {
  const { account, list } = useLoaderData<typeof loadAccount>();
  const state = useActionData<typeof deactivateAccount>();
  const { id, name, active, staysActive } = account;
  const back = `${list}/${id}`;
  return (
    <>
      <PageHeader
        title={`Deactivate ${name}`}
        breadcrumbs={[parent, { label: name, to: back }, { label: "Deactivate" }]}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      {!active || staysActive ? (
        <Alert kind="info">
          {staysActive ? STAYS_ACTIVE[staysActive] : `${name} is already deactivated.`}{" "}
          <Link to={back}>Back to the account</Link>
        </Alert>
      ) : (
        <Form method="post" className="usa-form usa-form--large glip-form">
          <p>When you deactivate this account:</p>
          <ul>
            <li>{name} is signed out everywhere immediately, and cannot sign in.</li>
            <li>{name} gets no notifications.</li>
            {account.organization ? (
              <li>Open invitations from {name} stop working.</li>
            ) : (
              <li>New submissions no longer go to {name}.</li>
            )}
            <li>Nothing is deleted. The name stays on all records. You can reactivate the account later.</li>
          </ul>
          <input type="hidden" name="active" value="false" />
          <div className="glip-cluster">
            <SubmitButton variant="secondary" pendingText="Deactivating…">
              Deactivate account
            </SubmitButton>
            <Link to={back}>Cancel</Link>
          </div>
        </Form>
      )}
    </>
  );
}
