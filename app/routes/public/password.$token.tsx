import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { LOCK_MESSAGE } from "~/domain/account/rules";
import { accountOfPasswordLink } from "~/domain/account-link/queries.server";
import { passwordLinkUseSchema } from "~/domain/account-link/schema";
import { setPasswordByLink } from "~/domain/account-link/set-password-by-link.server";
import type { ResultOf } from "~/operations/operation.server";
import { InvalidLink } from "~/ui/account/invalid-link";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { FormKit } from "~/ui/kit/form/form-kit";
import { PasswordField } from "~/ui/kit/form/password-field";
import { FutureDateTime } from "~/ui/kit/format/date-time";
import { Alert } from "~/ui/kit/page/alert";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { PASSWORD_HINT } from "~/values/labels";
import { constraintsOf } from "~/web/forms/constraints.server";
import { passwordAdvice } from "~/web/forms/password-advice.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { page } from "~/web/pages/page.server";
import { endedSessionCookie, serializeNotice } from "~/web/transport/cookies.server";

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/kit/form/revalidate";

const title = titleOf<typeof loader>(({ data }) => (data?.account ? "Set your password" : "Link not valid"));

export const meta: MetaFunction<typeof loader> = (args) => [...title(args), { name: "robots", content: "noindex" }];

const LABELS = { password: "New password" };

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "public");
  const account = await read(accountOfPasswordLink, { token: args.params.token });
  const { credentialsLocked, mail } = services.settings;
  const shown = {
    account,
    canRequest: mail !== null && !credentialsLocked,
    lockMessage: credentialsLocked ? LOCK_MESSAGE : null,
    constraints: constraintsOf(passwordLinkUseSchema, ["token"]),
  };
  return data(shown, { status: account ? 200 : 404 });
}

export async function action(args: ActionFunctionArgs) {
  const { services } = await page(args, "public");
  const { token } = args.params;
  const advice = passwordAdvice("password");
  const { toInput } = advice;
  const outcome = await submitForm(args, setPasswordByLink, { extra: { token }, toInput, fixable: ["forbidden"] });
  if (!outcome.ok) return outcome.refused;
  const headers = new Headers({ "Set-Cookie": endedSessionCookie(services.settings) });
  const { name, email, organization } = outcome.result;
  const notice = await advice.noticeWith(whatChanged(outcome.result), [name, email, organization]);
  headers.append("Set-Cookie", await serializeNotice(services, notice));
  return redirect("/login", { headers });
}

/** What the link changed, and how else people can still sign in: someone else may have added it. */
function whatChanged({ isUnlinked, isRemoved, remaining: { app, passkeys } }: ResultOf<typeof setPasswordByLink>) {
  const factors = [app ? "an app with codes" : "", passkeys > 0 ? counted(passkeys, "passkey", "passkeys") : ""];
  const left = factors.filter(Boolean).join(" and ");
  return [
    "You set your password. Sign in with it.",
    isUnlinked && "Single sign-on is no longer linked: link it again on your account page.",
    isRemoved && "Your second factor and passkeys are removed: set them up again on your account page.",
    left !== "" &&
      `Your account still has ${left}. If you did not add all of them, remove those on your account page, or ask an administrator for a link that also removes them.`,
  ]
    .filter(Boolean)
    .join(" ");
}

export default function SetPassword() {
  const { account, canRequest, lockMessage, constraints } = useLoaderData<typeof loader>();
  const state = useActionData<typeof action>();
  if (!account) return <InvalidLink canRequest={canRequest} />;
  const { name, email, expiresAt, removesSecondFactor } = account;
  return (
    <>
      <PageHeader
        title="Set your password"
        lede="Check that this account is yours. The link works once, and setting a password signs the account out everywhere."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={LABELS} />
      {removesSecondFactor && (
        <p>It also removes the second factor and all passkeys of this account. You can set them up again afterward.</p>
      )}
      <DescriptionList
        rows={[
          { term: "Name", value: name },
          { term: "Email", value: email },
          { term: "Expires", value: <FutureDateTime value={expiresAt} /> },
        ]}
      />
      {lockMessage === null ? (
        <Form method="post" noValidate className="usa-form usa-form--large glip-form">
          <FormKit constraints={constraints} values={{}} errors={state?.errors}>
            {/* So that a password manager saves the password for this account. */}
            <input type="hidden" autoComplete="username" value={email} readOnly />
            <PasswordField
              name="password"
              label={LABELS.password}
              hint={PASSWORD_HINT}
              autoComplete="new-password"
              about={[name, email]}
            />
            <SubmitButton pendingText="Saving…">Set password</SubmitButton>
          </FormKit>
        </Form>
      ) : (
        <Alert kind="info">{lockMessage}</Alert>
      )}
    </>
  );
}
