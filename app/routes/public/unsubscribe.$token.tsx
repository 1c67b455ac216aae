import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { unsubscribe, unsubscribeChoice } from "~/domain/mail/unsubscribe.server";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { submitForm } from "~/web/forms/submit-form.server";
import { page } from "~/web/pages/page.server";

const title = titleOf("Unsubscribe");

export const meta: MetaFunction<typeof loader> = (args) => [...title(args), { name: "robots", content: "noindex" }];

/** Opening the page changes nothing, because programs that check mail open every link. */
export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "public");
  const choice = await read(unsubscribeChoice, { token: args.params.token });
  return data({ choice }, { status: choice ? 200 : 404 });
}

/** For the button, and for mail programs, which send a body of their own and follow no redirect (RFC 8058). */
export async function action(args: ActionFunctionArgs) {
  const outcome = await submitForm(args, unsubscribe, { given: {}, extra: { token: args.params.token } });
  return outcome.ok ? outcome.result : { stopped: null };
}

export default function Unsubscribe() {
  const { choice } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>();
  if (!choice) {
    return (
      <>
        <PageHeader title="This link is not valid" lede="The link is incomplete." />
        <p>
          Sign in and choose what we mail you in your <Link to="/notifications/settings">settings</Link>.
        </p>
      </>
    );
  }
  return (
    <>
      <PageHeader title="Unsubscribe" />
      {done?.stopped ? (
        <div role="status">
          <Alert kind="success" heading="You unsubscribed">
            We stopped {done.stopped}. You still get notifications in the service.
          </Alert>
        </div>
      ) : (
        <>
          <p>Do you want to stop {choice.stops}? You still get notifications in the service.</p>
          <Form method="post" className="usa-form usa-form--large glip-form">
            <SubmitButton pendingText="Stopping…">Stop this mail</SubmitButton>
          </Form>
        </>
      )}
      <p>
        To choose what we mail you, sign in and open your <Link to="/notifications/settings">settings</Link>.
      </p>
    </>
  );
}
