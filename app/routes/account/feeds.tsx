import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData } from "@remix-run/react";
import { createFeedAddress, ownFeedAddress, revokeFeedAddress } from "~/domain/personal-feed/address.server";
import { ConfirmedAction, ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { OneTimeLink } from "~/ui/kit/form/one-time-link";
import { DateTime } from "~/ui/kit/format/date-time";
import { PageHeader } from "~/ui/kit/page/page-header";
import { Section } from "~/ui/kit/page/section";
import { titleOf } from "~/ui/kit/page/title";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { submitForm } from "~/web/forms/submit-form.server";
import { page } from "~/web/pages/page.server";

export const meta = titleOf("Calendar and feed");

export async function loader(args: LoaderFunctionArgs) {
  const { actor, read } = await page(args, "signed in");
  return { ...(await read(ownFeedAddress)), isIndustry: actor.role === "INDUSTRY" };
}

export async function action(args: ActionFunctionArgs) {
  if (new URL(args.request.url).searchParams.has("create")) {
    // The response itself shows the address. A redirect would have to carry it in a cookie or an address.
    const outcome = await submitForm(args, createFeedAddress, { form: "create" });
    return outcome.ok ? { address: outcome.result } : outcome.refused;
  }
  return handleForms(args, {
    revoke: pageForm(revokeFeedAddress, () => ({ text: "You turned off your calendar and feed." })),
  });
}

export default function Feeds() {
  const { createdAt, isIndustry } = useLoaderData<typeof loader>();
  const outcome = useActionData<typeof action>();
  const address = outcome && "address" in outcome ? outcome.address : undefined;
  const state = outcome && "values" in outcome ? outcome : undefined;
  return (
    <>
      <PageHeader
        title="Calendar and feed"
        lede="See your dates in your own calendar, such as Outlook, and your notifications in a feed reader."
        breadcrumbs={[{ label: "Your account", to: "/account" }, { label: "Calendar and feed" }]}
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      {address && <NewAddress {...address} />}
      <Section title="What they show">
        <div className="glip-stack">
          {isIndustry ? (
            <p>
              Your calendar has the deadlines of the <Link to="/calls">calls</Link> that you follow.
            </p>
          ) : (
            <p>
              Your calendar has the engagements that you attend, recorded, took over or wrote a note on, the days on
              which your tasks are due, and the deadlines of the calls that you wrote. It shows when it is, what kind of
              engagement it is and a link, but no title, place or name.
            </p>
          )}
          <p>Your feed has your latest notifications.</p>
          <p>
            Calendars and feed readers may send what they read through other companies' servers, so both show only
            titles that the public may read. You sign in to see the rest.
          </p>
        </div>
      </Section>
      <Section title="Your address">
        <div className="glip-stack">{createdAt === null ? <TurnOn /> : <TurnOff createdAt={createdAt} />}</div>
      </Section>
    </>
  );
}

function TurnOn() {
  return (
    <>
      <p>Your calendar and feed are off.</p>
      <Form method="post" action="?create">
        <SubmitButton pendingText="Turning on…">Turn on my calendar and feed</SubmitButton>
      </Form>
    </>
  );
}

function TurnOff({ createdAt }: { createdAt: string }) {
  return (
    <>
      <p>
        On since <DateTime value={createdAt} />. We cannot show the address again. Whatever signs you out everywhere
        also turns it off, such as a new password.
      </p>
      <ConfirmedAction
        label="Get a new address"
        action="?create"
        confirmLabel="Replace the address"
        pendingText="Replacing…"
      >
        <p>The old address stops working. Enter the new one in each calendar and feed reader.</p>
      </ConfirmedAction>
      <ConfirmedAction label="Turn off" action="?revoke" confirmLabel="Turn off the address" pendingText="Turning off…">
        <p>Your calendars and feed readers stop getting updates. What they already have may stay there.</p>
      </ConfirmedAction>
    </>
  );
}

type NewAddressProps = { calendarUrl: string; notificationsUrl: string };

function NewAddress({ calendarUrl, notificationsUrl }: NewAddressProps) {
  return (
    <OneTimeLink
      heading="Copy your links now"
      links={[
        { label: "Calendar", url: calendarUrl },
        { label: "Notifications", url: notificationsUrl },
      ]}
    >
      In Outlook, choose “Add calendar”, then “Subscribe from web”, and enter the calendar's link. Give a feed reader
      the other one. Anyone who has a link can read what it shows, so do not pass it on. We will not show them again.
    </OneTimeLink>
  );
}
