import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { requestPasswordLink } from "~/domain/account-link/request-password-link.server";
import { passwordLinkRequestSchema } from "~/domain/account-link/schema";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { page, redirectWithNotice, refuse } from "~/web/pages/page.server";

export const meta = titleOf("Forgot your password?");

const BREADCRUMBS = [{ label: "Sign in", to: "/login" }, { label: "Forgot your password?" }];

const LABELS = { email: "Email address" };

export async function loader(args: LoaderFunctionArgs) {
  const { services } = await page(args, "public");
  if (services.settings.mail === null) return refuse(args, 404);
  return {
    lockMessage: services.settings.credentialsLocked ? LOCK_MESSAGE : null,
    constraints: constraintsOf(passwordLinkRequestSchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const outcome = await submitForm(args, requestPasswordLink, { fixable: ["forbidden"] });
  if (!outcome.ok) return outcome.refused;
  const text =
    "If an account has this email address, we mail it a link to set a new password. It can take a few minutes. Look in your spam folder too.";
  return redirectWithNotice(args, "/login", text, "info");
}

export default function ForgotPassword() {
  const { lockMessage, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Forgot your password?"
        lede="We mail you a link to set a new one. It works once, for an hour."
        breadcrumbs={BREADCRUMBS}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      {lockMessage === null ? (
        <Form method="post" noValidate className="usa-form glip-form">
          <FormKit
            constraints={constraints}
            values={state?.values ?? {}}
            errors={state?.errors}
            asksBeforeLeaving={false}
          >
            <TextField name="email" label={LABELS.email} type="email" autoComplete="username" />
            <SubmitButton pendingText="Sending…">Send the link</SubmitButton>
          </FormKit>
        </Form>
      ) : (
        <Alert kind="info">{lockMessage}</Alert>
      )}
    </>
  );
}
