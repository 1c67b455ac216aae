import { OneTimeLink } from "~/ui/kit/form/one-time-link";
import { FutureDateTime } from "~/ui/kit/format/date-time";

type PasswordLinkProps = { email: string; url: string; expiresAt: string };

/** Shows a link that sets a password, only once. */
export function PasswordLink({ email, url, expiresAt }: PasswordLinkProps) {
  return (
    <OneTimeLink heading={<>Send this link to {email}</>} links={[{ label: "Password link", url }]}>
      Check that you are in touch with the right person, then send them this link yourself: anyone who opens it can set
      the password of this account. It works once and expires <FutureDateTime value={expiresAt} />. We will not show it
      again.
    </OneTimeLink>
  );
}
