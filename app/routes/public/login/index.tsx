import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { signInSchema } from "~/domain/session/schema";
import { ContactPointer } from "~/ui/help/help";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { TextField } from "~/ui/kit/form/text-field";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { homeOf } from "~/web/pages/home";
import { localPath, page } from "~/web/pages/page.server";
import { sessionCookie, signInStepCookie } from "~/web/transport/cookies.server";
import { requestContext } from "~/web/transport/request-context.server";
import { signInByForm } from "./sign-in-form.server";

export const meta = titleOf("Sign in");

const LABELS = { email: "Email address", password: "Password" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, services } = await page(args, "public");
  const target = new URL(args.request.url).searchParams.get("redirectTo");
  if (actor) throw redirect(localPath(target, homeOf(actor)));
  return {
    constraints: constraintsOf(signInSchema, ["secondFactor"]),
    credentialsLocked: services.settings.credentialsLocked,
  };
}

export async function action(args: ActionFunctionArgs) {
  const outcome = await signInByForm(args);
  if (!outcome.ok) return outcome.refused;
  const { result } = outcome;
  const { settings } = (await requestContext(args)).services;
  const url = new URL(args.request.url);
  if ("step" in result) {
    const headers = { "Set-Cookie": signInStepCookie(settings, result.step) };
    return redirect(`/login/second-factor${url.search}`, { headers });
  }
  const target = url.searchParams.get("redirectTo");
  return redirect(localPath(target, homeOf(result.actor)), {
    headers: { "Set-Cookie": sessionCookie(settings, result.token) },
  });
}

export default function SignIn() {
  const { constraints, credentialsLocked } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Sign in" />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <Form method="post" noValidate className="usa-form glip-form">
        <FormKit
          constraints={constraints}
          values={state?.values ?? {}}
          errors={state?.errors}
          asksBeforeLeaving={false}
        >
          <TextField name="email" label={LABELS.email} type="email" autoComplete="username" />
          <PasswordField name="password" label={LABELS.password} autoComplete="current-password" />
          <SubmitButton pendingText="Signing in…">Sign in</SubmitButton>
        </FormKit>
      </Form>
      {!credentialsLocked && (
        <p>
          Forgot your password? Ask an administrator for a link to set a new one: of your organization, or for
          government users, of this service. If nobody can help, <ContactPointer />.
        </p>
      )}
      <p>
        New here? <Link to="/register">Register your organization</Link>.
      </p>
    </>
  );
}
