import { Form, useLoaderData } from "@remix-run/react";
import { CheckboxGroup } from "~/ui/kit/form/checkbox-group";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { Section } from "~/ui/kit/page/section";
import type { loadAccount } from "./account-page.server";

/** Helps someone back in: one-time links for a password and for single sign-on. */
export function SignInSection() {
  const { account, secondFactor, signIn } = useLoaderData<typeof loadAccount>();
  const { isOwn, lockMessage, byPassword, provider, constraints } = signIn;
  const { name, active } = account;
  if (isOwn || !active) return null;
  return (
    <Section title="Signing in">
      {lockMessage !== null && <p>{lockMessage}</p>}
      {lockMessage === null && byPassword && (
        <>
          <p>
            If {name} cannot sign in, make a link to set a new password, and pass it on. It works once, for an hour. The
            old password works until then.
          </p>
          <Form method="post" action="?passwordLink">
            <FormKit constraints={constraints} values={{}} errors={undefined} asksBeforeLeaving={false}>
              {secondFactor !== null && (
                <CheckboxGroup
                  name="removeSecondFactor"
                  legend="Second factor"
                  hint={`Tick this if someone else may have had the account, or if ${name} lost the devices and the recovery codes. Make sure who is asking: the new password is then enough to sign in.`}
                  options={[{ value: "true", label: "Using the link also removes the second factor and all passkeys" }]}
                />
              )}
              <SubmitButton variant="outline" pendingText="Making…">
                Make a password link
              </SubmitButton>
            </FormKit>
          </Form>
        </>
      )}
      {lockMessage === null && provider !== null && (
        <>
          <p>
            To let {name} sign in with {provider}, make a link and pass it on. It works once, for an hour, and replaces
            an identity that is already linked.
          </p>
          <Form method="post" action="?identityLink">
            <SubmitButton variant="outline" pendingText="Making…">
              Make a link for single sign-on
            </SubmitButton>
          </Form>
        </>
      )}
    </Section>
  );
}
