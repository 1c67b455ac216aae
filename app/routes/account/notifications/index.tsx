import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { NOTIFICATION_KINDS } from "#db/enumerations";
import { markRead } from "~/domain/notification/mark-read.server";
import { listNotifications, unreadCount } from "~/domain/notification/queries.server";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { FilterForm } from "~/ui/kit/list/filter-form";
import { type Filter, listTitle } from "~/ui/kit/list/filters";
import { ListEmpty } from "~/ui/kit/list/list-empty";
import { ListPages } from "~/ui/kit/list/list-pages";
import { ListSummary } from "~/ui/kit/list/list-summary";
import { PageHeader } from "~/ui/kit/page/page-header";
import { titleOf } from "~/ui/kit/page/title";
import { NotificationList } from "~/ui/notification/notification-list";
import { counted } from "~/values/format";
import { textAsFlag } from "~/web/forms/form-options";
import { handleForms, pageForm } from "~/web/forms/page-forms.server";
import { page, requestedList } from "~/web/pages/page.server";

export const meta = titleOf<typeof loader>(({ data }) => listTitle("Notifications", data, FILTERS, data?.list));

const UNREAD = [
  { value: "true", label: "Unread" },
  { value: "false", label: "Read" },
];

const FILTERS: readonly Filter[] = [
  { name: "unread", label: "Read or unread", options: UNREAD, emptyLabel: "Both" },
  { name: "kind", label: "Kind", options: NOTIFICATION_KINDS },
];

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "signed in");
  const { filter, ...requested } = requestedList(args.request, listNotifications);
  const { count } = await read(unreadCount);
  return { ...requested, list: await read(listNotifications, filter), hasUnread: count > 0 };
}

export async function action(args: ActionFunctionArgs) {
  return handleForms(args, {
    "": pageForm(
      markRead,
      ({ updated }) => ({ text: `${counted(updated, "notification", "notifications")} marked as read.` }),
      { toInput: textAsFlag("all") },
    ),
  });
}

export default function Notifications() {
  const data = useLoaderData<typeof loader>();
  const { list, hasUnread } = data;
  return (
    <>
      <PageHeader
        title="Notifications"
        actions={
          <>
            {hasUnread && (
              <Form method="post">
                <SubmitButton name="all" value="true" variant="outline" pendingText="Marking…">
                  Mark all as read
                </SubmitButton>
              </Form>
            )}
            <Link to="/notifications/settings">Settings</Link>
          </>
        }
      />
      <FilterForm requested={data} filters={FILTERS} list={list} />
      <ListSummary requested={data} filters={FILTERS} list={list} noun={["notification", "notifications"]} />
      {list.items.length > 0 ? (
        <NotificationList notifications={list.items} />
      ) : (
        <ListEmpty
          requested={data}
          filters={FILTERS}
          list={list}
          titles={["No matching notifications", "No notifications yet"]}
        >
          <p>
            News that concerns you appears here, such as announcements and answers. Choose what we notify you about in
            your <Link to="/notifications/settings">settings</Link>.
          </p>
        </ListEmpty>
      )}
      <ListPages requested={data} list={list} />
    </>
  );
}
