import { useEffect, useRef, useState } from "react";
import { FutureDateTime } from "~/ui/kit/format/date-time";

type InvitationLinkProps = { email: string; url: string; expiresAt: string };

/** Shows an invitation's link, only once. Takes the focus when it appears. */
export function InvitationLink({ email, url, expiresAt }: InvitationLinkProps) {
  const box = useRef<HTMLElement>(null);
  // Only scripts can tell whether the browser can copy it.
  const [mayCopy, setMayCopy] = useState(false);
  const [copied, setCopied] = useState("");
  useEffect(() => setMayCopy(window.isSecureContext && "clipboard" in navigator), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again for another link
  useEffect(() => box.current?.focus(), [url]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied("Copied.");
    } catch {
      setCopied("We could not copy the link. Select it and copy it yourself.");
    }
  }

  return (
    <section className="glip-handover" aria-labelledby="handover-heading" tabIndex={-1} ref={box}>
      <h2 id="handover-heading">Send this link to {email}</h2>
      <p>
        We do not send email, so send the link yourself. Send it only to this person: anyone who opens it can join your
        organization. It expires <FutureDateTime value={expiresAt} />, and we will not show it again.
      </p>
      <div className="glip-find">
        <div className="usa-form-group">
          <label className="usa-label" htmlFor="invitation-link">
            Invitation link
          </label>
          <input
            className="usa-input"
            id="invitation-link"
            type="text"
            readOnly
            value={url}
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        {mayCopy && (
          <button className="usa-button" type="button" onClick={copy}>
            Copy link
          </button>
        )}
      </div>
      <p role="status">{copied}</p>
    </section>
  );
}
