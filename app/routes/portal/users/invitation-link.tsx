import { OneTimeLink } from "~/ui/kit/form/one-time-link";
import { FutureDateTime } from "~/ui/kit/format/date-time";

type InvitationLinkProps = { email: string; url: string; expiresAt: string };

/** Shows an invitation's link, only once. */
export function InvitationLink({ email, url, expiresAt }: InvitationLinkProps) {
  return (
    <OneTimeLink heading={<>Send this link to {email}</>} label="Invitation link" url={url}>
      We do not send email, so send the link yourself. Send it only to this person: anyone who opens it can join your
      organization. It expires <FutureDateTime value={expiresAt} />, and we will not show it again.
    </OneTimeLink>
  );
}
