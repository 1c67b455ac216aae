import { OneTimeLink } from "~/ui/kit/form/one-time-link";
import { FutureDateTime } from "~/ui/kit/format/date-time";
import { useFrame } from "~/ui/kit/page/frame-context";

type InvitationLinkProps = { email: string; url: string; expiresAt: string };

/** Shows an invitation's link, only once. */
export function InvitationLink({ email, url, expiresAt }: InvitationLinkProps) {
  const sendsMail = useFrame()?.sendsMail ?? false;
  return (
    <OneTimeLink
      heading={
        <>
          {sendsMail ? "We are sending" : "Send"} this link to {email}
        </>
      }
      links={[{ label: "Invitation link", url }]}
    >
      {sendsMail
        ? "We also email this link to the person. If you send it yourself, send it only"
        : "We do not send email, so send the link yourself. Send it only"}{" "}
      to this person: anyone who opens it can join your organization. It expires <FutureDateTime value={expiresAt} />,
      and we will not show it again.
    </OneTimeLink>
  );
}
