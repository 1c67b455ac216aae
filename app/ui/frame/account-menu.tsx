import { Link } from "@remix-run/react";
import { useRef } from "react";
import { useClosingMenu } from "~/ui/kit/disclosure";
import { EmailAddress } from "~/ui/kit/email-address";
import { Icon } from "~/ui/kit/icon";
import { labelOf } from "~/values/labels";
import type { Frame } from "~/web/pages/frame.server";
import { SignOutForm } from "./sign-out";

/** Who is signed in, links to their own pages, and the sign-out button. It opens and closes without scripts too. */
export function AccountMenu({ session }: { session: NonNullable<Frame["session"]> }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useClosingMenu(menu);
  const { name, email, role, industryRole, organizationName, mayChangePassword } = session;
  return (
    <details ref={menu} className="glip-account">
      <summary className="glip-account__summary">
        <Icon name="account_circle" className="usa-icon--size-4" />
        <span className="usa-sr-only">Your account: </span>
        <span className="glip-account__name">{name}</span>
        <Icon name="expand_more" className="usa-icon--size-3" />
      </summary>
      <div className="glip-account__menu">
        <p className="glip-account__person">{name}</p>
        <p>
          <EmailAddress value={email} />
        </p>
        <p>
          {labelOf(industryRole ?? role)}
          {organizationName && `, ${organizationName}`}
        </p>
        <ul className="glip-account__links">
          <li>
            <Link to="/account">Account</Link>
          </li>
          <li>
            <Link to="/notifications/settings">Notification settings</Link>
          </li>
          {mayChangePassword && (
            <li>
              <Link to="/account/password">Change password</Link>
            </li>
          )}
          <li>
            <Link to="/help">Help</Link>
          </li>
        </ul>
        <SignOutForm />
      </div>
    </details>
  );
}
