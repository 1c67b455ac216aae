import { Link, useLoaderData } from "@remix-run/react";
import { SessionsTable } from "~/ui/account/sessions-table";
import { ConfirmedAction } from "~/ui/kit/form/form-feedback";
import { Section } from "~/ui/kit/page/section";
import type { loadAccount } from "./account-page.server";

/** Where the person is signed in, and forms that end one or all of these sessions. */
export function SessionsSection() {
  const { account, sessions } = useLoaderData<typeof loadAccount>();
  const { name, active, isOwn } = account;
  if (!active) return null;
  if (isOwn) {
    return (
      <Section title="Sessions">
        <p>
          See where you are signed in on <Link to="/account">your account page</Link>.
        </p>
      </Section>
    );
  }
  return (
    <Section title="Sessions">
      {sessions.length === 0 ? (
        <p>{name} is not signed in.</p>
      ) : (
        <SessionsTable sessions={sessions} endAction="?endSession" />
      )}
      <ConfirmedAction
        label="Sign out everywhere"
        action="?endSessions"
        confirmLabel="End all sessions"
        pendingText="Ending…"
      >
        <p>
          {name} must sign in again, and loses anything not saved. This also ends sign-ins that are not finished yet,
          links to set the password, and the address of a personal calendar and feed.
        </p>
      </ConfirmedAction>
    </Section>
  );
}
