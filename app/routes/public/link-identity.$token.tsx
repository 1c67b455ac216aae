import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { beginInvitedIdentityLink } from "~/domain/identity/begin-link.server";
import { accountOfIdentityLink } from "~/domain/identity/queries.server";
import { ContinueAt } from "~/ui/account/continue-at";
import { InvalidLink } from "~/ui/account/invalid-link";
import { ErrorSummary } from "~/ui/kit/form/form-feedback";
import { FutureDateTime } from "~/ui/kit/format/date-time";
import { DescriptionList } from "~/ui/kit/page/description-list";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { submitForm } from "~/web/forms/submit-form.server";
import { leadToProvider } from "~/web/pages/lead-to-provider.server";
import { page } from "~/web/pages/page.server";

const title = titleOf<typeof loader>(({ data }) => (data?.account ? "Link your identity" : "Link not valid"));

export const meta: MetaFunction<typeof loader> = (args) => [...title(args), { name: "robots", content: "noindex" }];

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const account = await read(accountOfIdentityLink, { token: args.params.token });
  return data({ account }, { status: account ? 200 : 404 });
}

export async function action(args: ActionFunctionArgs) {
  const { token } = args.params;
  const begun = await submitForm(args, beginInvitedIdentityLink, {
    extra: { token },
    fixable: ["forbidden", "unavailable"],
  });
  return begun.ok ? leadToProvider(args, begun) : begun.refused;
}

export default function LinkIdentity() {
  const { account } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  if (!account) return <InvalidLink />;
  const { name, email, expiresAt, provider } = account;
  const state = actionData && "values" in actionData ? actionData : undefined;
  return (
    <>
      <PageHeader
        title="Link your identity"
        lede={`You can then sign in to this account with ${provider}. Continue only if the account is yours.`}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      <DescriptionList
        rows={[
          { term: "Name", value: name },
          { term: "Email", value: email },
          { term: "Expires", value: <FutureDateTime value={expiresAt} /> },
        ]}
      />
      {actionData && "continueAt" in actionData ? (
        <ContinueAt name={provider} address={actionData.continueAt} />
      ) : (
        // A plain form, because the browser itself must load the response, which leads to another site.
        <form method="post" className="glip-form">
          <button className="usa-button" type="submit">
            Continue to {provider}
          </button>
        </form>
      )}
    </>
  );
}
