import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { beginIdentityLink } from "~/domain/identity/begin-link.server";
import { ownIdentity } from "~/domain/identity/queries.server";
import { unlinkIdentity } from "~/domain/identity/unlink.server";
import { ContinueAt } from "~/ui/account/continue-at";
import { ConfirmedAction, ErrorSummary } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { DateTime } from "~/ui/kit/format/date-time";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { leadToProvider } from "~/web/pages/lead-to-provider.server";
import { page, refuse } from "~/web/pages/page.server";

export const meta = titleOf("Single sign-on");

const BREADCRUMBS = [{ label: "Your account", to: "/account" }, { label: "Single sign-on" }];

const LABELS = { currentPassword: "Current password" };

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "signed in");
  const identity = await read(ownIdentity);
  if (!identity) return refuse(args, 404);
  return {
    identity,
    lockMessage: services.settings.credentialsLocked ? LOCK_MESSAGE : null,
    constraints: constraintsOf(beginIdentityLink.input),
  };
}

export async function action(args: ActionFunctionArgs) {
  if (new URL(args.request.url).searchParams.has("unlink")) {
    return handleForms(args, {
      unlink: pageForm(unlinkIdentity, () => ({ text: "Your identity is no longer linked." })),
    });
  }
  const begun = await submitForm(args, beginIdentityLink, { fixable: ["forbidden", "unavailable"] });
  return begun.ok ? leadToProvider(args, begun) : begun.refused;
}

export default function SingleSignOn() {
  const { identity, lockMessage } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const state = actionData && "values" in actionData ? actionData : undefined;
  const { name, since, mayChange } = identity;
  return (
    <>
      <PageHeader title="Single sign-on" breadcrumbs={BREADCRUMBS} />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <div className="glip-stack">
        {since === null ? (
          <p>Link your identity at {name} to this account, so that you can sign in with it.</p>
        ) : (
          <p>
            You linked your identity at {name} on <DateTime value={since} />. You can sign in with it.
          </p>
        )}
        {lockMessage !== null ? (
          <Alert kind="info">{lockMessage}</Alert>
        ) : !mayChange ? (
          <p>To link another identity, ask an administrator for a link.</p>
        ) : actionData && "continueAt" in actionData ? (
          <ContinueAt name={name} address={actionData.continueAt} />
        ) : since === null ? (
          <LinkForm />
        ) : (
          <ConfirmedAction
            label="Unlink your identity"
            action="?unlink"
            confirmLabel="Unlink identity"
            pendingText="Unlinking…"
          >
            You can then no longer sign in with {name}. This ends your other sessions.
          </ConfirmedAction>
        )}
      </div>
    </>
  );
}

/** A plain form, because the browser itself must load the response, which leads to another site. */
function LinkForm() {
  const { identity, constraints } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const errors = actionData && "values" in actionData ? actionData.errors : undefined;
  return (
    <form method="post" noValidate className="usa-form glip-form">
      <FormKit constraints={constraints} values={{}} errors={errors} asksBeforeLeaving={false}>
        <PasswordField name="currentPassword" label={LABELS.currentPassword} autoComplete="current-password" />
        <button className="usa-button" type="submit">
          Continue to {identity.name}
        </button>
      </FormKit>
    </form>
  );
}
