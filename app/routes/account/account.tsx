import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { ownAccount } from "~/domain/account/queries.server";
import { LOCK_MESSAGE } from "~/domain/account/schema";
import { endOtherSessions } from "~/domain/session/end-other-sessions.server";
import { endOwnSession } from "~/domain/session/end-own-session.server";
import { ownSessions } from "~/domain/session/queries.server";
import { page } from "~/http/page.server";
import { answerForms, onceForm, pageForm } from "~/http/page-forms.server";
import { labelOf } from "~/labels";
import { ConfirmedAction, SubmitButton } from "~/ui/form-feedback";
import { counted } from "~/ui/format";
import { DataTable, DateTime, PageHeader, Record, Section } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Your account");

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "signed in");
  const { credentialsLocked, sessionIdleMinutes, sessionAbsoluteHours } = services.settings;
  return {
    account: await read(ownAccount),
    sessions: await read(ownSessions),
    lockMessage: credentialsLocked ? LOCK_MESSAGE : null,
    lasting: { minutes: sessionIdleMinutes, hours: sessionAbsoluteHours },
  };
}

export function action(args: ActionFunctionArgs) {
  return answerForms(args, {
    end: onceForm(endOwnSession, () => ({ text: "The session was ended." })),
    endOthers: pageForm(endOtherSessions, ({ ended }) => ({
      text: `${counted(ended, "other session was", "other sessions were")} ended.`,
    })),
  });
}

export default function Account() {
  const { account, lockMessage } = useLoaderData<typeof loader>();
  const { name, email, role, industryRole, organizationName, command, title, createdAt } = account;
  return (
    <>
      <PageHeader title="Your account" />
      <Record
        rows={[
          { term: "Name", value: name },
          { term: "Email", value: email },
          { term: "Role", value: labelOf(industryRole ?? role) },
          industryRole
            ? { term: "Organization", value: organizationName }
            : {
                term: "Command",
                value: command ? (
                  <Link to={`/gov/admin/commands/${command.id}`}>
                    {command.name} ({command.abbreviation})
                  </Link>
                ) : (
                  "None: an administrator can put you in one"
                ),
              },
          ...(industryRole ? [] : [{ term: "Title", value: title ?? null }]),
          { term: "Account since", value: createdAt ? <DateTime value={createdAt} /> : null },
        ]}
      />
      <Section title="Password">
        {lockMessage ?? (
          <p>
            <Link to="/account/password">Change your password</Link>. It signs you out everywhere.
          </p>
        )}
      </Section>
      <Section title="Notifications">
        <p>
          <Link to="/notifications/settings">Choose what you are notified of</Link>.
        </p>
      </Section>
      <Sessions />
    </>
  );
}

function Sessions() {
  const { sessions, lasting } = useLoaderData<typeof loader>();
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <Section title="Where you are signed in">
      <p>
        A session ends by itself after {counted(lasting.minutes, "minute", "minutes")} without use, and after{" "}
        {counted(lasting.hours, "hour", "hours")} in any case. If you do not recognize one, end it, and change your
        password.
      </p>
      <DataTable
        caption={counted(sessions.length, "open session", "open sessions")}
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          { key: "browser", header: "Browser or program", cell: ({ browser }) => browser },
          { key: "ip", header: "Address", cell: ({ ip }) => ip ?? "Not known" },
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
            cell: ({ id, browser, isCurrent }) =>
              isCurrent ? (
                "This session"
              ) : (
                <Form method="post" action="?end">
                  <SubmitButton name="sessionId" value={id} variant="unstyled" pendingText="Ending…">
                    End<span className="usa-sr-only"> the session of {browser}</span>
                  </SubmitButton>
                </Form>
              ),
          },
        ]}
      />
      {others > 0 && (
        <ConfirmedAction
          label="End all other sessions"
          action="?endOthers"
          confirmLabel="End them"
          pendingText="Ending…"
        >
          <p>
            {counted(others, "other session is", "other sessions are")} signed out at once. What was being typed there
            is lost.
          </p>
        </ConfirmedAction>
      )}
    </Section>
  );
}
