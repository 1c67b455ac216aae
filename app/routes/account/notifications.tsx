import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { Form, Link, useLoaderData } from "@remix-run/react";
import { markRead } from "~/domain/notification/mark-read.server";
import { listNotifications, unreadCount } from "~/domain/notification/queries.server";
import { submitForm, textAsFlag } from "~/http/form.server";
import { askedList, page, redirectWithNotice } from "~/http/page.server";
import { SubmitButton } from "~/ui/form-feedback";
import { counted } from "~/ui/format";
import { ListEmpty, ListPages } from "~/ui/list";
import { NoticeList } from "~/ui/notice-list";
import { PageHeader } from "~/ui/page";
import { titleOf } from "~/ui/title";

export const meta = titleOf("Notifications");

export async function loader(args: LoaderFunctionArgs) {
  const { read } = await page(args, "signed in");
  const { query, filter } = askedList(args.request, listNotifications);
  const { count } = await read(unreadCount);
  return { query, list: await read(listNotifications, filter), hasUnread: count > 0 };
}

export async function action(args: ActionFunctionArgs) {
  await page(args, "signed in");
  const outcome = await submitForm(args, markRead, {
    toInput: textAsFlag("all"),
  });
  if (!outcome.ok) return outcome.refused;
  const { updated } = outcome.result;
  const { pathname, search } = new URL(args.request.url);
  return redirectWithNotice(
    args,
    pathname + search,
    `${counted(updated, "notification was", "notifications were")} marked read.`,
  );
}

export default function Notifications() {
  const { query, list, hasUnread } = useLoaderData<typeof loader>();
  const unreadOnly = query.unread === "true";
  return (
    <>
      <PageHeader
        title="Notifications"
        actions={
          <>
            {hasUnread && (
              <Form method="post">
                <SubmitButton name="all" value="true" variant="outline" pendingText="Marking…">
                  Mark all read
                </SubmitButton>
              </Form>
            )}
            <Link to="/notifications/settings">Settings</Link>
          </>
        }
      />
      <p>{unreadOnly ? <Link to="/notifications">Show all</Link> : <Link to="?unread=true">Show only unread</Link>}</p>
      {list.items.length > 0 ? (
        <NoticeList notices={list.items} />
      ) : (
        <ListEmpty query={query} total={list.total} title={unreadOnly ? "Nothing unread" : "No notifications yet"}>
          <p>
            What reaches you here is decided by your <Link to="/notifications/settings">settings</Link>.
          </p>
        </ListEmpty>
      )}
      <ListPages query={query} list={list} />
    </>
  );
}
