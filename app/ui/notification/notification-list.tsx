import { Form, Link } from "@remix-run/react";
import { SubmitButton } from "~/ui/kit/form/form-feedback";
import { DateTime } from "~/ui/kit/format/date-time";
import { labelOf } from "~/values/labels";

interface ListedNotification {
  id: string;
  kind: string;
  title: string;
  body: string;
  linkUrl: string | null;
  read: boolean;
  createdAt: string;
}

/**
 * The reader's notifications, each with a button to mark it read. On a page with other forms, `action` names the form.
 */
export function NotificationList({
  notifications,
  action,
}: {
  notifications: readonly ListedNotification[];
  action?: string;
}) {
  return (
    <ul className="glip-notifications">
      {notifications.map((item) => (
        <li className={item.read ? "glip-notification" : "glip-notification glip-notification--unread"} key={item.id}>
          <span className="glip-notification__title">
            {!item.read && <span className="usa-sr-only">Unread: </span>}
            {item.linkUrl ? <Link to={item.linkUrl}>{item.title}</Link> : item.title}
          </span>
          <p className="glip-notification__text" title={item.body}>
            {item.body}
          </p>
          <span className="glip-notification__time">
            {labelOf(item.kind)}, <DateTime value={item.createdAt} />
          </span>
          {!item.read && (
            <Form method="post" action={action} className="glip-notification__action" preventScrollReset>
              <SubmitButton name="id" value={item.id} variant="unstyled" pendingText="Marking…">
                Mark as read<span className="usa-sr-only">: {item.title}</span>
              </SubmitButton>
            </Form>
          )}
        </li>
      ))}
    </ul>
  );
}
