import { Form, Link, useLoaderData } from "@remix-run/react";
import { ConfirmedAction, SubmitButton } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { DataTable } from "~/ui/kit/list/data-table";
import { Section } from "~/ui/kit/page/section";
import { counted } from "~/values/format";
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
        <DataTable
          caption={counted(sessions.length, "open session", "open sessions")}
          rows={sessions}
          rowKey={({ id }) => id}
          columns={[
            { key: "browser", header: "Browser or program", cell: ({ browser }) => browser },
            { key: "ip", header: "IP address", cell: ({ ip }) => ip ?? "Unknown" },
            {
              key: "createdAt",
              header: "Signed in (UTC)",
              cell: ({ createdAt }) => <DateTime value={createdAt} withoutZone />,
            },
            {
              key: "lastSeenAt",
              header: "Last seen (UTC)",
              cell: ({ lastSeenAt }) => <DateTime value={lastSeenAt} withoutZone />,
            },
            {
              key: "end",
              header: "Action",
              cell: ({ id, browser }) => (
                <Form method="post" action="?endSession">
                  <SubmitButton name="sessionId" value={id} variant="unstyled" pendingText="Ending…">
                    End<span className="usa-sr-only"> the session of {browser}</span>
                  </SubmitButton>
                </Form>
              ),
            },
          ]}
        />
      )}
      <ConfirmedAction
        label="Sign out everywhere"
        action="?endSessions"
        confirmLabel="End all sessions"
        pendingText="Ending…"
      >
        <p>
          {name} must sign in again, and loses anything not saved. This also ends sign-ins that are not finished yet,
          and links to set the password.
        </p>
      </ConfirmedAction>
    </Section>
  );
}
