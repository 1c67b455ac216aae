import { Form } from "@remix-run/react";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { TextField } from "~/ui/kit/form/text-field";
import { DateTime } from "~/ui/kit/format/date-time";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { Section } from "~/ui/kit/page/section";
import { counted } from "~/values/format";
import type { FormState } from "~/web/forms/form-state";

type ChangeFormProps = {
  since: string;
  codesLeft: number;
  labels: { currentPassword: string; code: string };
  state: FormState | undefined;
  isLocked: boolean;
};

/** The state of a second factor that is on, and the form that renews its recovery codes or turns it off. */
export function ChangeForm({ since, codesLeft, labels, state, isLocked }: ChangeFormProps) {
  return (
    <>
      <DescriptionList
        rows={[
          { term: "Second factor", value: "On" },
          { term: "Since", value: <DateTime value={since} /> },
          { term: "Recovery codes left", value: counted(codesLeft, "code", "codes") },
        ]}
      />
      {!isLocked && (
        <Section title="Change it">
          <p>
            Enter your password or a code. Both changes sign you out everywhere else. To use another phone, turn off the
            second factor and set it up again.
          </p>
          <Form method="post" action="?change" noValidate className="usa-form glip-form">
            <FormKit constraints={{}} values={{}} errors={state?.errors} asksBeforeLeaving={false}>
              <PasswordField name="currentPassword" label={labels.currentPassword} autoComplete="current-password" />
              <TextField
                name="code"
                label={labels.code}
                hint="If you leave the password empty: the six digits that the app shows, or a recovery code"
                autoComplete="one-time-code"
                spellCheck={false}
              />
              <SubmitButton name="change" value="renew" variant="outline" pendingText="Renewing…">
                Get new recovery codes
              </SubmitButton>
              <SubmitButton name="change" value="off" variant="secondary" pendingText="Turning off…">
                Turn off second factor
              </SubmitButton>
            </FormKit>
          </Form>
        </Section>
      )}
    </>
  );
}
