import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { registerOrganization } from "~/domain/organization/register.server";
import { PROFILE_LISTS, registrationSchema } from "~/domain/organization/schema";
import { presetTagLabels } from "~/domain/preset-tag/queries.server";
import { constraintsOf, submitForm } from "~/http/form.server";
import { homeOf, page, redirectWithNotice } from "~/http/page.server";
import { PasswordField, SelectField, TextField } from "~/ui/fields";
import { ErrorSummary, SubmitButton } from "~/ui/form-feedback";
import { FormKit } from "~/ui/form-kit";
import { PageHeader } from "~/ui/page";
import { PROFILE_LABELS, ProfileFields } from "~/ui/profile-fields";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Register your organization");

const LABELS = {
  orgName: "Organization name",
  ...PROFILE_LABELS,
  contactName: "Your name",
  email: "Your email address",
  password: "Password",
};

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "public");
  if (actor) throw redirect(homeOf(actor));
  return { presets: await read(presetTagLabels), constraints: constraintsOf(registrationSchema) };
}

export async function action(args: ActionFunctionArgs) {
  const outcome = await submitForm(args, registerOrganization, { lists: PROFILE_LISTS });
  if (!outcome.ok) return outcome.refused;
  return redirectWithNotice(args, "/login", "Your organization was registered. Sign in to submit your capabilities.");
}

export default function Register() {
  const { presets, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Register your organization"
        lede="Tell us who you are. Fields marked with a star are required; the rest can be added later in your profile."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? {}} errors={state?.errors}>
          <fieldset className="usa-fieldset">
            <legend className="usa-legend usa-legend--large">Organization</legend>
            <TextField name="orgName" label={LABELS.orgName} autoComplete="organization" />
            <SelectField name="orgType" label={LABELS.orgType} />
          </fieldset>
          <ProfileFields presets={presets} />
          <fieldset className="usa-fieldset">
            <legend className="usa-legend usa-legend--large">Your account</legend>
            <p className="usa-hint">You become your organization's administrator.</p>
            <TextField name="contactName" label={LABELS.contactName} autoComplete="name" />
            <TextField name="email" label={LABELS.email} type="email" autoComplete="username" />
            <PasswordField
              name="password"
              label={LABELS.password}
              hint="With an upper case letter, a lower case letter, a digit and a special character"
              autoComplete="new-password"
            />
          </fieldset>
          <SubmitButton pendingText="Registering…">Register</SubmitButton>
        </FormKit>
      </Form>
      <p>
        Already registered? <Link to="/login">Sign in</Link>.
      </p>
    </>
  );
}
