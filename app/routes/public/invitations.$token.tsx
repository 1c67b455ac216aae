import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { acceptInvitationAndSignIn } from "~/domain/industry-user/accept-invitation.server";
import { invitationOfToken } from "~/domain/invitation/queries.server";
import { acceptanceSchema } from "~/domain/invitation/schema";
import { SignOutForm } from "~/ui/frame/sign-out";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { TextField } from "~/ui/kit/form/text-field";
import { FutureDateTime } from "~/ui/kit/format/date-time";
import { Alert } from "~/ui/kit/page/alert";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { labelOf, PASSWORD_HINT } from "~/values/labels";
import { constraintsOf } from "~/web/forms/constraints.server";
import { passwordAdvice } from "~/web/forms/password-advice.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { homeOf } from "~/web/pages/home";
import { page, redirectWithNotice } from "~/web/pages/page.server";
import { sessionCookie } from "~/web/transport/cookies.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

const title = titleOf<typeof loader>(({ data }) =>
  data?.invitation ? `Join ${data.invitation.organizationName}` : "Invitation not valid",
);

export const meta: MetaFunction<typeof loader> = (args) => [...title(args), { name: "robots", content: "noindex" }];

const LABELS = { email: "Email address", name: "Your name", password: "Password" };

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "public");
  const invitation = await read(invitationOfToken, { token: args.params.token });
  const shown = {
    invitation,
    signedInAs: actor && { name: actor.name, email: actor.email },
    constraints: constraintsOf(acceptanceSchema, ["token"]),
  };
  return data(shown, { status: invitation ? 200 : 404 });
}

export async function action(args: ActionFunctionArgs) {
  const { actor, read, services } = await page(args, "public");
  const { token } = args.params;
  // The page asks someone who is signed in to sign out first. After a second click, the invitation is used and they are
  // in.
  if (actor)
    throw redirect((await read(invitationOfToken, { token })) ? new URL(args.request.url).pathname : homeOf(actor));
  const invitation = await read(invitationOfToken, { token });
  const advice = passwordAdvice("password");
  const outcome = await submitForm(args, acceptInvitationAndSignIn, { extra: { token }, toInput: advice.toInput });
  if (!outcome.ok) return outcome.refused;
  const { actor: joined, token: sessionToken } = outcome.result;
  const text = `Welcome. Your account is ready, and you are signed in as ${joined.email}.`;
  const notice = await advice.noticeWith(text, [joined.email, invitation?.organizationName ?? null]);
  const response = await redirectWithNotice(args, homeOf(joined), notice.text, notice.kind);
  response.headers.append("Set-Cookie", sessionCookie(services.settings, sessionToken));
  return response;
}

export default function Invitation() {
  const { invitation, signedInAs } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  if (!invitation) return <NotValid />;
  const { organizationName, email, industryRole, expiresAt } = invitation;
  return (
    <>
      <PageHeader
        title={`Join ${organizationName}`}
        lede="Someone in this organization invited you to join it here. You can then read open calls and submit documents."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      <DescriptionList
        rows={[
          { term: "Email address", value: email },
          { term: "Role", value: labelOf(industryRole) },
          { term: "Expires", value: <FutureDateTime value={expiresAt} /> },
        ]}
      />
      {signedInAs ? <SignOutFirst {...signedInAs} /> : <AcceptanceForm email={email} />}
    </>
  );
}

function NotValid() {
  return (
    <>
      <PageHeader
        title="This invitation is not valid"
        lede="This link has expired or is incomplete, or the invitation was used or withdrawn."
      />
      <p>
        Ask an administrator of your organization for a new invitation. If you already have an account,{" "}
        <Link to="/login">sign in</Link>.
      </p>
    </>
  );
}

function SignOutFirst({ name, email }: { name: string; email: string }) {
  return (
    <>
      <Alert kind="warning" heading="You are already signed in">
        You are signed in as {name}, {email}. To accept this invitation, sign out, then open the link again.
      </Alert>
      <SignOutForm label="Sign out of this account" isMain />
    </>
  );
}

function AcceptanceForm({ email }: { email: string }) {
  const { constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  return (
    <Section title="Your account">
      <p>We will notify the person who invited you that you joined.</p>
      <Form method="post" noValidate className="usa-form usa-form--large glip-form">
        <FormKit constraints={constraints} values={state?.values ?? {}} errors={state?.errors}>
          <InvitedEmail value={email} />
          <TextField name="name" label={LABELS.name} autoComplete="name" />
          <PasswordField
            name="password"
            label={LABELS.password}
            hint={PASSWORD_HINT}
            autoComplete="new-password"
            about={[email]}
          />
          <SubmitButton pendingText="Joining…">Join</SubmitButton>
        </FormKit>
      </Form>
    </Section>
  );
}

/** It cannot be changed and is not sent. The form shows it so that a password manager saves it with the password. */
function InvitedEmail({ value }: { value: string }) {
  return (
    <div className="usa-form-group">
      <label className="usa-label" htmlFor="email">
        {LABELS.email}
      </label>
      <div className="usa-hint" id="email-hint">
        You sign in with this address.
      </div>
      <input
        className="usa-input"
        id="email"
        type="email"
        autoComplete="username"
        aria-describedby="email-hint"
        readOnly
        value={value}
      />
    </div>
  );
}
