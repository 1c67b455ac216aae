import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { changePassword } from "~/domain/account/change-password.server";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { passwordChangeSchema } from "~/domain/account/schema";
import { nameOfOrganization } from "~/domain/organization/queries.server";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { PASSWORD_HINT } from "~/values/labels";
import { constraintsOf } from "~/web/forms/constraints.server";
import { passwordAdvice } from "~/web/forms/password-advice.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { page } from "~/web/pages/page.server";
import { endedSessionCookie, serializeNotice } from "~/web/transport/cookies.server";

export const meta = titleOf("Change your password");

const BREADCRUMBS = [{ label: "Your account", to: "/account" }, { label: "Change your password" }];

const LABELS = { currentPassword: "Current password", newPassword: "New password" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, services } = await page(args, "signed in");
  return {
    lockMessage: services.settings.credentialsLocked ? LOCK_MESSAGE : null,
    mustChange: actor.mustChangePassword,
    about: [actor.name, actor.email],
    constraints: constraintsOf(passwordChangeSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, services } = await page(args, "signed in");
  const advice = passwordAdvice("newPassword");
  const outcome = await submitForm(args, changePassword, { toInput: advice.toInput, fixable: ["forbidden"] });
  if (!outcome.ok) return outcome.refused;
  // All sessions have ended, including this one. The person signs in again with the new password.
  const headers = new Headers({ "Set-Cookie": endedSessionCookie(services.settings) });
  const text = "You changed your password. Sign in with the new one.";
  const organization = actor.organizationId && nameOfOrganization(services.db, actor.organizationId);
  const notice = await advice.noticeWith(text, [actor.name, actor.email, organization]);
  headers.append("Set-Cookie", await serializeNotice(services, notice));
  return redirect("/login", { headers });
}

export default function ChangePassword() {
  const { lockMessage, mustChange, about, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  if (lockMessage !== null) {
    return (
      <>
        <PageHeader title="Change your password" breadcrumbs={BREADCRUMBS} />
        <Alert kind="info">{lockMessage}</Alert>
      </>
    );
  }
  return (
    <>
      <PageHeader
        title="Change your password"
        lede="When you change your password, you are signed out everywhere."
        breadcrumbs={mustChange ? undefined : BREADCRUMBS}
      />
      {mustChange && <Alert kind="warning">Someone else chose your password. Change it before you continue.</Alert>}
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <Form method="post" noValidate className="usa-form glip-form">
        <FormKit constraints={constraints} values={{}} errors={state?.errors}>
          <PasswordField name="currentPassword" label={LABELS.currentPassword} autoComplete="current-password" />
          <PasswordField
            name="newPassword"
            label={LABELS.newPassword}
            hint={PASSWORD_HINT}
            autoComplete="new-password"
            about={about}
          />
          <SubmitButton pendingText="Changing…">Change password</SubmitButton>
        </FormKit>
      </Form>
    </>
  );
}
