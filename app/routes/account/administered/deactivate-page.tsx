import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { STAYS_ACTIVE } from "~/domain/account-administration/rules";
import { Assignments } from "~/ui/account/assignments";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import { fieldValuesOf } from "~/ui/kit/form/field-values";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { SelectField } from "~/ui/kit/form/select-field";
import { Alert } from "~/ui/kit/page/alert";
import { type Breadcrumb, PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { labelOf } from "~/values/labels";
import type { deactivateAccount, loadHandover } from "./account-page.server";

const LABELS = { successorId: "Hand it to", handOverTags: "Tags" };

export const handoverTitle = ({ name, active }: { name: string; active: boolean }) =>
  active ? `Deactivate ${name}` : `Hand over the work of ${name}`;

/** Asks before it deactivates an account. Lists the person's work and hands it to a colleague, then or later. */
export function DeactivatePage({ parent }: { parent: Breadcrumb }) {
  const { account, list, assignments } = useLoaderData<typeof loadHandover>();
  const state = useActionData<typeof deactivateAccount>();
  const { id, name, active, staysActive } = account;
  const back = `${list}/${id}`;
  return (
    <>
      <PageHeader
        title={handoverTitle(account)}
        breadcrumbs={[parent, { label: name, to: back }, { label: active ? "Deactivate" : "Hand over" }]}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      {staysActive ? (
        <Alert kind="info">
          {STAYS_ACTIVE[staysActive]} <Link to={back}>Back to the account</Link>
        </Alert>
      ) : (
        <>
          {active && <Consequences />}
          <Section title={`What ${name} is responsible for`}>
            <Assignments assignments={assignments} isIndustry={list.startsWith("/portal")} />
          </Section>
          <HandoverForm back={back} />
        </>
      )}
    </>
  );
}

function Consequences() {
  const { account } = useLoaderData<typeof loadHandover>();
  const { name, organization } = account;
  return (
    <>
      <p>When you deactivate this account:</p>
      <ul>
        <li>{name} is signed out everywhere immediately, and cannot sign in.</li>
        <li>{name} gets no notifications.</li>
        {organization ? (
          <li>Open invitations from {name} stop working.</li>
        ) : (
          <li>New submissions no longer go to {name}.</li>
        )}
        <li>Nothing is deleted. The name stays on all records. You can reactivate the account later.</li>
      </ul>
    </>
  );
}

function HandoverForm({ back }: { back: string }) {
  const { account, assignments, colleagues, successorId, constraints } = useLoaderData<typeof loadHandover>();
  const state = useActionData<typeof deactivateAccount>();
  const { active, organization } = account;
  return (
    <Section title="Hand over">
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit
          constraints={constraints}
          values={state?.values ?? fieldValuesOf({ successorId: successorId ?? "" })}
          errors={state?.errors}
        >
          <input type="hidden" name="active" value="false" />
          <SelectField
            name="successorId"
            label={LABELS.successorId}
            options={colleagues.map(({ id, name, email, role }) => ({
              value: id,
              label: organization ? `${name} (${email})` : `${name}, ${labelOf(role)} (${email})`,
            }))}
            emptyLabel="Nobody"
            hint={
              organization
                ? "This colleague gets the notification when government reviews one of the submissions. You can also choose someone later."
                : "This colleague becomes a reviewer of the open submissions and the owner of the open tasks, and gets new submissions to the calls and news of the engagements. You can also choose someone later."
            }
          />
          {assignments.tags.length > 0 && (
            <CheckboxGroup
              name="handOverTags"
              legend={LABELS.handOverTags}
              options={[{ value: "true", label: "This colleague also follows the tags" }]}
            />
          )}
          <div className="glip-cluster">
            {active ? (
              <SubmitButton variant="secondary" pendingText="Deactivating…">
                Deactivate account
              </SubmitButton>
            ) : (
              <SubmitButton pendingText="Saving…">Save</SubmitButton>
            )}
            <Link to={back}>Cancel</Link>
          </div>
        </FormKit>
      </Form>
    </Section>
  );
}
