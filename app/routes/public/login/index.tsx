import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { beginIdentitySignIn } from "~/domain/identity/begin-sign-in.server";
import { passkeysOffered } from "~/domain/second-factor/queries.server";
import { signInSchema } from "~/domain/session/schema";
import type { Settings } from "~/settings.server";
import { ContinueAt } from "~/ui/account/continue-at";
import { withRedirect } from "~/ui/account/redirect-to";
import { ContactPointer } from "~/ui/help/help";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { TextField } from "~/ui/kit/form/text-field";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { homeOf } from "~/web/pages/home";
import { leadToProvider } from "~/web/pages/lead-to-provider.server";
import { localPath, page } from "~/web/pages/page.server";
import { sessionCookie, unfinishedCookie } from "~/web/transport/cookies.server";
import { requestContext } from "~/web/transport/request-context.server";
import { PasskeyButton } from "./passkey-button";
import { asksForPasskey, beginPasskeyByForm } from "./passkey-form.server";
import { signInByForm } from "./sign-in-form.server";

export const meta = titleOf("Sign in");

const LABELS = { email: "Email address", password: "Password" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, services, read } = await page(args, "public");
  const target = new URL(args.request.url).searchParams.get("redirectTo");
  if (actor) throw redirect(localPath(target, homeOf(actor)));
  return {
    constraints: constraintsOf(signInSchema, ["secondFactor"]),
    offersPasskeys: await read(passkeysOffered),
    credentialsLocked: services.settings.credentialsLocked,
    mailsLinks: services.settings.mail !== null,
    singleSignOn: singleSignOnOf(services.settings),
  };
}

/** What the page says about single sign-on; null if the settings have no provider. */
const singleSignOnOf = ({ identityProvider, governmentPasswords }: Settings) =>
  identityProvider && { name: identityProvider.name, replacesPasswords: !governmentPasswords };

export async function action(args: ActionFunctionArgs) {
  const url = new URL(args.request.url);
  const target = url.searchParams.get("redirectTo");
  if (url.searchParams.has("provider")) {
    const begun = await submitForm(args, beginIdentitySignIn, {
      form: "provider",
      extra: { redirectTo: target ?? undefined },
      fixable: ["unavailable"],
    });
    return begun.ok ? leadToProvider(args, begun) : begun.refused;
  }
  if (asksForPasskey(args)) return beginPasskeyByForm(args);
  const outcome = await signInByForm(args);
  if (!outcome.ok) return outcome.refused;
  const { result } = outcome;
  const { settings } = (await requestContext(args)).services;
  if ("step" in result) {
    const headers = { "Set-Cookie": unfinishedCookie(settings, "sign-in-step", result.step) };
    return redirect(`/login/second-factor${url.search}`, { headers });
  }
  return redirect(localPath(target, homeOf(result.actor)), {
    headers: { "Set-Cookie": sessionCookie(settings, result.token) },
  });
}

export default function SignIn() {
  const { constraints, credentialsLocked, mailsLinks, offersPasskeys, singleSignOn } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const actionData = useActionData<typeof action>();
  const state = actionData && "values" in actionData ? actionData : undefined;
  if (singleSignOn && actionData && "continueAt" in actionData) {
    return (
      <>
        <PageHeader title="Sign in" />
        <ContinueAt name={singleSignOn.name} address={actionData.continueAt} />
      </>
    );
  }
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
      <div className="glip-stack">
        {!credentialsLocked && mailsLinks && (
          <p>
            <Link to="/login/forgot">Forgot your password?</Link>
          </p>
        )}
        {!credentialsLocked && !mailsLinks && (
          <p>
            Forgot your password? Ask an administrator for a link to set a new one: of your organization, or for
            government users, of this service. If nobody can help, <ContactPointer />.
          </p>
        )}
        {offersPasskeys && <PasskeyButton label="Sign in with a passkey" />}
        {singleSignOn && <SingleSignOn {...singleSignOn} />}
        <p>
          New here? <Link to={withRedirect("/register", search.get("redirectTo"))}>Register your organization</Link>.
        </p>
      </div>
    </>
  );
}

/** A plain form, because the browser itself must load the response, which leads to another site. */
function SingleSignOn({ name, replacesPasswords }: { name: string; replacesPasswords: boolean }) {
  const [search] = useSearchParams();
  const target = search.get("redirectTo");
  return (
    <section className="glip-stack glip-stack--small" aria-labelledby="single-sign-on">
      <h2 id="single-sign-on">Sign in with {name}</h2>
      <p>
        {replacesPasswords
          ? `Government users sign in with ${name}. If yours is not linked yet, ask an administrator for a link.`
          : `If you linked it on your account page, you can sign in with ${name}.`}
      </p>
      <form method="post" action={`?${new URLSearchParams({ provider: "", ...(target && { redirectTo: target }) })}`}>
        <button className="usa-button usa-button--outline" type="submit">
          Sign in with {name}
        </button>
      </form>
    </section>
  );
}
