import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { passkeysOffered } from "~/domain/second-factor/queries.server";
import { finishSignIn, waitingSignIn } from "~/domain/session/finish-sign-in.server";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { submitForm } from "~/web/forms/submit-form.server";
import { homeOf } from "~/web/pages/home";
import { localPath, page, redirectWithNotice } from "~/web/pages/page.server";
import { sessionCookie, unfinishedCookie, unfinishedToken } from "~/web/transport/cookies.server";
import { type RouteArguments, requestContext } from "~/web/transport/request-context.server";
import { PasskeyButton } from "./passkey-button";
import { asksForPasskey, beginPasskeyByForm } from "./passkey-form.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Enter your code");

const LABELS = { code: "Code" };
/** Without the maximum, which is only there to bound what the server reads. */
const CONSTRAINTS = { code: { required: true } };

/** The token of this browser's unfinished sign-in, and the address to continue at. */
async function stepOf(args: RouteArguments) {
  const { services } = await requestContext(args);
  const { search, searchParams } = new URL(args.request.url);
  const step = unfinishedToken(args.request, services.settings, "sign-in-step") ?? "";
  return { services, step, search, target: searchParams.get("redirectTo") };
}

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "public");
  const { services, step, search, target } = await stepOf(args);
  if (actor) throw redirect(localPath(target, homeOf(actor)));
  if (step === "") throw redirect(`/login${search}`);
  const waiting = await read(waitingSignIn, { step });
  if (!waiting.isWaiting) {
    const text = "Your sign-in took too long, or its codes were wrong too often. Sign in again.";
    const again = await redirectWithNotice(args, `/login${search}`, text, "warning");
    again.headers.append("Set-Cookie", unfinishedCookie(services.settings, "sign-in-step", null));
    throw again;
  }
  // A browser that shows the page again must ask whether the sign-in still waits.
  (await requestContext(args)).isKeptByNobody = true;
  return { hasPasskey: waiting.hasPasskey && (await read(passkeysOffered)) };
}

export async function action(args: ActionFunctionArgs) {
  if (asksForPasskey(args)) return beginPasskeyByForm(args);
  const { services, step, target } = await stepOf(args);
  const outcome = await submitForm(args, finishSignIn, { extra: { step }, fixable: ["unauthorized"] });
  if (!outcome.ok) return outcome.refused;
  const { actor, token } = outcome.result;
  const headers = new Headers({ "Set-Cookie": sessionCookie(services.settings, token) });
  headers.append("Set-Cookie", unfinishedCookie(services.settings, "sign-in-step", null));
  return redirect(localPath(target, homeOf(actor)), { headers });
}

export default function SecondFactorStep() {
  const { hasPasskey } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader title="Enter your code" lede="One more step, and you are signed in." />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <Form method="post" noValidate className="usa-form glip-form">
        <FormKit constraints={CONSTRAINTS} values={{}} errors={state?.errors} asksBeforeLeaving={false}>
          <TextField
            name="code"
            label={LABELS.code}
            hint="The six digits that your authenticator app shows, or one of your recovery codes"
            autoComplete="one-time-code"
            spellCheck={false}
          />
          <SubmitButton pendingText="Signing in…">Sign in</SubmitButton>
        </FormKit>
      </Form>
      {hasPasskey && <PasskeyButton label="Use a passkey instead" />}
      <p>
        If you lost your phone and your recovery codes, ask an administrator of your organization or command to remove
        your second factor. You can also <Link to="/login">sign in as someone else</Link>.
      </p>
    </>
  );
}
