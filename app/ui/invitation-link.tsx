import { useEffect, useRef, useState } from "react";
import { ComingDateTime } from "./page";

type InvitationLinkProps = { email: string; url: string; expiresAt: string };

/** An invitation's link, for the one time that it is shown. Takes the focus when it appears. */
export function InvitationLink({ email, url, expiresAt }: InvitationLinkProps) {
  const box = useRef<HTMLElement>(null);
  // Whether it can be copied is known only where scripts run.
  const [mayCopy, setMayCopy] = useState(false);
  const [copied, setCopied] = useState("");
  useEffect(() => setMayCopy(window.isSecureContext && "clipboard" in navigator), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another link is another arrival
  useEffect(() => box.current?.focus(), [url]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied("Copied.");
    } catch {
      setCopied("It could not be copied. Mark the link and copy it by hand.");
    }
  }

  return (
    <section className="glip-handover" aria-labelledby="handover-heading" tabIndex={-1} ref={box}>
      <h2 id="handover-heading">Send this link to {email}</h2>
      <p>
        This service sends no email, so send the link yourself, and only to this person: anyone who opens it can join
        your organization. It is good until <ComingDateTime value={expiresAt} />, and it is not shown again.
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
            Copy the link
          </button>
        )}
      </div>
      <p role="status">{copied}</p>
    </section>
  );
}
