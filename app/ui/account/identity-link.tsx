import { OneTimeLink } from "~/ui/kit/form/one-time-link";
import { FutureDateTime } from "~/ui/kit/format/date-time";

type IdentityLinkProps = { email: string; url: string; expiresAt: string };

/** Shows a link that links an identity to an account, only once. */
export function IdentityLink({ email, url, expiresAt }: IdentityLinkProps) {
  return (
    <OneTimeLink heading={<>Send this link to {email}</>} links={[{ label: "Link for single sign-on", url }]}>
      Check that you are in touch with the right person, then send them this link yourself: anyone who opens it can link
      their own identity to this account. It works once and expires <FutureDateTime value={expiresAt} />. We will not
      show it again.
    </OneTimeLink>
  );
}
