import { Form } from "@remix-run/react";
import type { openSessionsOf } from "~/domain/session/queries.server";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { DataTable } from "~/ui/kit/list/data-table";
import { counted } from "~/values/format";

interface SessionsTableProps {
  sessions: Awaited<ReturnType<typeof openSessionsOf>>;
  /** The action of the form that ends a session, such as `?end`. */
  endAction: string;
}

/** Open sessions of one account, with a button that ends each, except the session that shows them. */
export const SessionsTable = ({ sessions, endAction }: SessionsTableProps) => (
  <DataTable
    caption={counted(sessions.length, "open session", "open sessions")}
    rows={sessions}
    rowKey={({ id }) => id}
    columns={[
      { key: "browser", header: "Browser or program", cell: ({ browser }) => browser },
      { key: "ip", header: "IP address", cell: ({ ip }) => ip ?? "Unknown" },
      {
        key: "createdAt",
        header: "Signed in",
        cell: ({ createdAt }) => <DateTime value={createdAt} isShort />,
      },
      {
        key: "lastSeenAt",
        header: "Last seen",
        cell: ({ lastSeenAt }) => <DateTime value={lastSeenAt} isShort />,
      },
      {
        key: "end",
        header: "Action",
        cell: ({ id, browser, isCurrent }) =>
          isCurrent ? (
            "This session"
          ) : (
            <Form method="post" action={endAction}>
              <SubmitButton name="sessionId" value={id} variant="unstyled" pendingText="Ending…">
                End<span className="usa-sr-only"> the session of {browser}</span>
              </SubmitButton>
            </Form>
          ),
      },
    ]}
  />
);
