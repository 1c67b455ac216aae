import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { changeSecondFactor } from "~/domain/second-factor/change.server";
import {
  ownSecondFactor,
  ownSecondFactorSetup,
  providerInPlaceOfPassword,
} from "~/domain/second-factor/queries.server";
import { presentPasswordSchema } from "~/domain/second-factor/schema";
import { cancelSecondFactor, confirmSecondFactor, startSecondFactor } from "~/domain/second-factor/set-up.server";
import { dutyOf } from "~/operations/first-duty.server";
import { NoPassword } from "~/ui/account/no-password";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { constraintsOf } from "~/web/forms/constraints.server";
import type { FormState } from "~/web/forms/form-state";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { homeOf } from "~/web/pages/home";
import { page, redirectWithNotice } from "~/web/pages/page.server";
import { renewCaller, requestContext } from "~/web/transport/request-context.server";
import { ChangeForm } from "./change-form";
import { RecoveryCodes } from "./recovery-codes";
import { SetupForms } from "./setup-forms";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Second factor");

const BREADCRUMBS = [{ label: "Your account", to: "/account" }, { label: "Second factor" }];

const LABELS = { currentPassword: "Your password", code: "Code" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "signed in");
  const isLocked = services.settings.credentialsLocked;
  return {
    lockMessage: isLocked ? LOCK_MESSAGE : null,
    home: homeOf(actor),
    isRequired: dutyOf(services, actor) === "set up second factor",
    factor: await read(ownSecondFactor),
    setup: isLocked ? null : await read(ownSecondFactorSetup),
    provider: await read(providerInPlaceOfPassword),
    constraints: constraintsOf(presentPasswordSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { searchParams, pathname } = new URL(args.request.url);
  if (searchParams.has("confirm")) {
    const outcome = await submitForm(args, confirmSecondFactor, { form: "confirm" });
    // The response itself shows the codes. A redirect would have to carry them in a cookie or an address.
    if (!outcome.ok) return outcome.refused;
    // What follows in this request already counts as someone with a second factor.
    renewCaller(await requestContext(args));
    return { ...outcome.result, done: "Your second factor is on." };
  }
  if (searchParams.has("change")) {
    const outcome = await submitForm(args, changeSecondFactor, { form: "change", fixable: ["forbidden"] });
    if (!outcome.ok) return outcome.refused;
    const { recoveryCodes } = outcome.result;
    return recoveryCodes
      ? { recoveryCodes, done: "You have new recovery codes. The old ones no longer work." }
      : redirectWithNotice(args, pathname, "Second factor turned off.");
  }
  return handleForms(
    args,
    {
      start: pageForm(startSecondFactor, () => ({ text: "Now connect your app." }), { fixable: ["forbidden"] }),
      cancel: pageForm(cancelSecondFactor, () => ({ text: "Setup canceled. Nothing has changed." })),
    },
    "start",
  );
}

export default function SecondFactor() {
  const { lockMessage, isRequired, provider, factor, setup, home } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const shown = outcome && "recoveryCodes" in outcome ? outcome : null;
  const state = outcome && "values" in outcome ? outcome : undefined;
  return (
    <>
      <PageHeader
        title="Second factor"
        lede="A second factor protects your account if someone learns your password: to sign in, you also enter a code from an app on your phone."
        breadcrumbs={isRequired ? undefined : BREADCRUMBS}
      />
      {isRequired && <Alert kind="warning">Your role requires a second factor. Set one up before you continue.</Alert>}
      {shown && (
        <>
          <Alert kind="success">{shown.done}</Alert>
          <RecoveryCodes codes={shown.recoveryCodes} />
          <p>
            <Link to={home}>Continue to the dashboard</Link>
          </p>
        </>
      )}
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      {lockMessage !== null && <Alert kind="info">{lockMessage}</Alert>}
      {factor.since !== null ? (
        <ChangeForm
          since={factor.since}
          codesLeft={factor.codesLeft}
          labels={LABELS}
          state={state}
          isLocked={lockMessage !== null}
        />
      ) : setup ? (
        <SetupForms setup={setup} state={state} />
      ) : provider !== null ? (
        <NoPassword provider={provider} />
      ) : (
        lockMessage === null && <StartForm state={state} />
      )}
    </>
  );
}

function StartForm({ state }: { state: FormState | undefined }) {
  const { constraints, factor } = useLoaderData<typeof loader>();
  const hasPasskeys = factor.passkeys !== null && factor.passkeys.length > 0;
  return (
    <div className="glip-stack glip-stack--small">
      {factor.passkeys !== null && (
        <p>
          {hasPasskeys
            ? `You have ${counted(factor.passkeys.length, "passkey", "passkeys")} and ${counted(factor.codesLeft, "recovery code", "recovery codes")}. You can also set up an app.`
            : "A passkey is a second factor too, and needs no code."}{" "}
          {hasPasskeys ? (
            <Link to="/account/passkeys">See your passkeys</Link>
          ) : (
            <Link to="/account/passkeys/new">Add a passkey instead</Link>
          )}
          .
        </p>
      )}
      <p>
        You need an authenticator app, such as Microsoft Authenticator, Google Authenticator, 2FAS or a password manager
        that shows codes. The app needs no connection, and we learn nothing about your phone.
      </p>
      <p>When you turn on your second factor, we sign you out everywhere else.</p>
      <Form method="post" action="?start" noValidate className="usa-form glip-form">
        <FormKit constraints={constraints} values={{}} errors={state?.errors} asksBeforeLeaving={false}>
          <PasswordField name="currentPassword" label={LABELS.currentPassword} autoComplete="current-password" />
          <SubmitButton pendingText="Starting…">
            {hasPasskeys ? "Set up an app" : "Set up a second factor"}
          </SubmitButton>
          {hasPasskeys && (
            <SubmitButton name="change" value="renew" formAction="?change" variant="outline" pendingText="Renewing…">
              Get new recovery codes
            </SubmitButton>
          )}
        </FormKit>
      </Form>
    </div>
  );
}
