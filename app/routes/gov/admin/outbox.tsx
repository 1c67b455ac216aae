import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { OUTBOX_STATES } from "#db/enumerations";
import { listOutbox, mailCounts } from "~/domain/outbox/queries.server";
import { retryFailedMail, retryMail } from "~/domain/outbox/retry.server";
import { Detail } from "~/ui/kit/detail";
import { EmailAddress } from "~/ui/kit/email-address";
import { ErrorSummary, SubmitButton } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { StatusTag } from "~/ui/kit/format/status-tag";
import { DataTable } from "~/ui/kit/list/data-table";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { Alert } from "~/ui/kit/page/alert";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { counted } from "~/values/format";
import { labelOf } from "~/values/labels";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page, requestedList } from "~/web/pages/page.server";
import { AdministrationNav } from "./administration-nav";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Outbox", data, FILTERS, data?.list));

const FILTERS: readonly Filter[] = [{ name: "state", label: "State", options: OUTBOX_STATES }];

export async function loader(args: LoaderFunctionArgs) {
  const { read, services } = await page(args, "system admin");
  const { filter, ...requested } = requestedList(args.request, listOutbox);
  return {
    ...requested,
    list: await read(listOutbox, filter),
    isOn: services.settings.mail !== null,
    failed: (await read(mailCounts)).failed,
  };
}

export const action = (args: ActionFunctionArgs) =>
  handleForms(
    args,
    {
      retry: pageForm(retryMail, ({ retried }) => ({ text: waitingText(retried) })),
      all: pageForm(retryFailedMail, ({ retried }) => ({ text: waitingText(retried) })),
    },
    "retry",
  );

const waitingText = (retried: number) =>
  retried === 0 ? "No mail was waiting to be sent again." : `${counted(retried, "mail")} will be sent again soon.`;

export default function Outbox() {
  const data = useLoaderData<typeof loader>();
  const { list, isOn, failed } = data;
  const state = useActionData<typeof action>();
  return (
    <>
      <AdministrationNav />
      <PageHeader
        title="Outbox"
        breadcrumbs={[{ label: "Status", to: "/gov/admin/status" }, { label: "Outbox" }]}
        lede="Mail that waits to be sent, was sent or failed. After 14 days we remove mail that was sent."
      />
      <ErrorSummary errors={state?.errors} formError={state?.formError} labels={{}} />
      {!isOn && <Alert kind="info">Mail is off, so nothing is sent.</Alert>}
      {isOn && failed > 0 && (
        <Form method="post" action="?all">
          <p>{counted(failed, "mail was", "mails were")} given up. If the mail server was the reason, fix it first.</p>
          <SubmitButton pendingText="Queueing…">Send all failed mail again</SubmitButton>
        </Form>
      )}
      <FilterForm requested={data} filters={FILTERS} list={list} />
      <ListSummary requested={data} filters={FILTERS} list={list} noun={["mail", "mails"]} />
      {list.items.length > 0 ? (
        <MailTable />
      ) : (
        <ListEmpty
          requested={data}
          filters={FILTERS}
          list={list}
          titles={["No such mail", isOn ? "No mail was queued in the last 14 days" : "No mail"]}
        />
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}

function MailTable() {
  const { list, isOn } = useLoaderData<typeof loader>();
  return (
    <DataTable
      isDense
      caption="Mail, newest first"
      rows={list.items}
      rowKey={({ id }) => id}
      columns={[
        {
          key: "kind",
          header: "Mail",
          cell: ({ kind, recipient }) => (
            <>
              {labelOf(kind)}
              <Detail>{recipient ? <EmailAddress value={recipient} /> : "No account"}</Detail>
            </>
          ),
        },
        { key: "createdAt", header: "Queued", cell: (mail) => <DateTime value={mail.createdAt} isShort /> },
        {
          key: "state",
          header: "State",
          cell: (mail) => (
            <>
              <StatusTag value={mail.state} />
              {mail.lastError && (
                <Detail>
                  {counted(mail.attempts, "failed try", "failed tries")}: {mail.lastError}
                </Detail>
              )}
            </>
          ),
        },
        {
          key: "when",
          header: "Sent or next try",
          cell: ({ state, sentAt, nextAttemptAt }) =>
            sentAt !== null || state === "WAITING" ? <DateTime value={sentAt ?? nextAttemptAt} isShort /> : null,
        },
        {
          key: "actions",
          header: "Actions",
          cell: (mail) => isOn && mail.state === "FAILED" && <Retry mail={mail} />,
        },
      ]}
    />
  );
}

function Retry({ mail: { id, recipient } }: { mail: { id: string; recipient: string | null } }) {
  return (
    <Form method="post" action="?retry">
      <input type="hidden" name="id" value={id} />
      <SubmitButton variant="outline" pendingText="Queueing…">
        Send again<span className="usa-sr-only"> to {recipient ?? "this address"}</span>
      </SubmitButton>
    </Form>
  );
}
