import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useSubmit } from "@remix-run/react";
import { startRegistration } from "@simplewebauthn/browser";
import { useState } from "react";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { addPasskeyOfBrowser, beginPasskey } from "~/domain/second-factor/change-passkeys.server";
import { ownNewPasskey, passkeysOffered, providerInPlaceOfPassword } from "~/domain/second-factor/queries.server";
import { newPasskeySchema } from "~/domain/second-factor/schema";
import { dutyOf } from "~/operations/first-duty.server";
import { NoPassword } from "~/ui/account/no-password";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { TextField } from "~/ui/kit/form/text-field";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { constraintsOf } from "~/web/forms/constraints.server";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { page, redirectWithNotice } from "~/web/pages/page.server";
import { renewCaller, requestContext } from "~/web/transport/request-context.server";
import { RecoveryCodes } from "../second-factor/recovery-codes";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

export const meta = titleOf("Add a passkey");

const BREADCRUMBS = [
  { label: "Your account", to: "/account" },
  { label: "Passkeys", to: "/account/passkeys" },
  { label: "Add a passkey" },
];
const LABELS = { name: "Name of the passkey", currentPassword: "Your password", passkey: "Passkey" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read, services } = await page(args, "signed in");
  const isLocked = services.settings.credentialsLocked;
  return {
    lockMessage: isLocked ? LOCK_MESSAGE : null,
    isOffered: await read(passkeysOffered),
    isRequired: dutyOf(services, actor) !== null,
    provider: await read(providerInPlaceOfPassword),
    begun: isLocked ? null : await read(ownNewPasskey),
    constraints: constraintsOf(newPasskeySchema),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { searchParams } = new URL(args.request.url);
  if (!searchParams.has("add")) {
    return handleForms(args, {
      "": pageForm(beginPasskey, () => ({ text: "Now make the passkey in your browser." }), { fixable: ["forbidden"] }),
    });
  }
  const outcome = await submitForm(args, addPasskeyOfBrowser, { form: "add" });
  if (!outcome.ok) return outcome.refused;
  const { recoveryCodes } = outcome.result;
  // The response itself shows the codes. A redirect would have to carry them in a cookie or an address.
  if (!recoveryCodes) return redirectWithNotice(args, "/account/passkeys", "Passkey added.");
  renewCaller(await requestContext(args));
  return { recoveryCodes };
}

export default function NewPasskey() {
  const { lockMessage, isOffered, isRequired, provider, begun, constraints } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const codes = outcome && "recoveryCodes" in outcome ? outcome.recoveryCodes : null;
  const state = outcome && "values" in outcome ? outcome : undefined;
  return (
    <>
      <PageHeader title="Add a passkey" breadcrumbs={isRequired ? undefined : BREADCRUMBS} />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      {codes ? (
        <>
          <Alert kind="success">Passkey added. It is your second factor too.</Alert>
          <RecoveryCodes codes={codes} />
          <p>
            <Link to="/account/passkeys">Continue to your passkeys</Link>
          </p>
        </>
      ) : lockMessage !== null || !isOffered ? (
        <Alert kind="info">{lockMessage ?? "This service does not offer passkeys."}</Alert>
      ) : provider !== null ? (
        <NoPassword provider={provider} />
      ) : begun ? (
        <MakePasskey {...begun} />
      ) : (
        <div className="glip-stack glip-stack--small">
          <p>
            A passkey is also a second factor: your password is then not enough to sign in. We sign you out everywhere
            else.
          </p>
          <noscript>
            <p>To make a passkey, turn on JavaScript.</p>
          </noscript>
          <Form method="post" noValidate className="usa-form glip-form">
            <FormKit constraints={constraints} values={state?.values ?? {}} errors={state?.errors}>
              <TextField name="name" label={LABELS.name} hint="Such as the device that it is on" />
              <PasswordField name="currentPassword" label={LABELS.currentPassword} autoComplete="current-password" />
              <SubmitButton pendingText="Starting…">Continue</SubmitButton>
            </FormKit>
          </Form>
          {isRequired && (
            <p>
              <Link to="/account/second-factor">Set up an app with codes instead</Link>
            </p>
          )}
        </div>
      )}
    </>
  );
}

type Begun = NonNullable<Awaited<ReturnType<typeof loader>>["begun"]>;

/** Asks the browser to make the passkey, and sends what it made. */
function MakePasskey({ name, options }: Begun) {
  const submit = useSubmit();
  const [problem, setProblem] = useState("");
  async function make() {
    setProblem("");
    try {
      const passkey = await startRegistration({ optionsJSON: options });
      submit({ passkey: JSON.stringify(passkey) }, { method: "post", action: "?add" });
    } catch (error) {
      const isKnown = error instanceof Error && error.name === "InvalidStateError";
      setProblem(
        isKnown
          ? "This device already has a passkey of yours."
          : "Your browser made no passkey. Try again, or use another device.",
      );
    }
  }
  return (
    <div className="glip-stack">
      <p>
        Your browser now asks where to keep the passkey <strong>{name}</strong>, and for your fingerprint, your face, a
        PIN or a security key.
      </p>
      <noscript>
        <p>To make a passkey, turn on JavaScript.</p>
      </noscript>
      <p role="status">{problem}</p>
      <button type="button" className="usa-button" onClick={() => void make()}>
        Make passkey
      </button>
    </div>
  );
}
