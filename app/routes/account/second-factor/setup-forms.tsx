import { Form } from "@remix-run/react";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { TextField } from "~/ui/kit/form/text-field";
import { Section } from "~/ui/kit/page/section";
import type { FormState } from "~/web/forms/form-state";

type Setup = { key: string; uri: string; qr: { size: number; path: string } };

/** Without the maximum, which is only there to bound what the server reads. */
const CONSTRAINTS = { code: { required: true } };

/** The key for the app, and the form for the first code. Nothing changes until that code is right. */
export function SetupForms({ setup: { key, uri, qr }, state }: { setup: Setup; state: FormState | undefined }) {
  const groups = key.match(/.{1,4}/g) ?? [];
  return (
    <>
      <Section title="1. Connect your app">
        <p>Scan this code with your authenticator app.</p>
        <svg
          className="glip-qr"
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          role="img"
          aria-label="QR code with the same key as the text below"
          shapeRendering="crispEdges"
        >
          <rect width={qr.size} height={qr.size} fill="#fff" />
          <path d={qr.path} fill="#000" />
        </svg>
        <p>
          If the app is on this phone, <a href={uri}>give it the key directly</a>.
        </p>
        <p>If you cannot scan it, type this key into the app. Choose a time-based code if the app asks.</p>
        <p className="glip-secret-code">{groups.join(" ")}</p>
        <p>Nobody else may see the code or the key. We will not show them again after this setup.</p>
      </Section>
      <Section title="2. Enter its code">
        <Form method="post" action="?confirm" noValidate className="usa-form glip-form">
          <FormKit constraints={CONSTRAINTS} values={{}} errors={state?.errors} asksBeforeLeaving={false}>
            <TextField
              name="code"
              label="Code"
              hint="The six digits that the app shows now"
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
            />
            <SubmitButton pendingText="Turning on…">Turn on second factor</SubmitButton>
          </FormKit>
        </Form>
        <Form method="post" action="?cancel" className="glip-form">
          <SubmitButton variant="unstyled" pendingText="Canceling…">
            Cancel the setup
          </SubmitButton>
        </Form>
      </Section>
    </>
  );
}
