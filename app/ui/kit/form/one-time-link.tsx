import { type ReactNode, useEffect, useRef, useState } from "react";

type OneTimeLinkProps = { heading: ReactNode; label: string; url: string; children: ReactNode };

/** Shows a link with a secret, only once, for a person to pass on. Takes the focus when it appears. */
export function OneTimeLink({ heading, label, url, children }: OneTimeLinkProps) {
  const box = useRef<HTMLElement>(null);
  // Only scripts can tell whether the browser can copy it.
  const [mayCopy, setMayCopy] = useState(false);
  const [copied, setCopied] = useState("The link is ready to copy.");
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
      <h2 id="handover-heading">{heading}</h2>
      <p>{children}</p>
      <div className="glip-find">
        <div className="usa-form-group">
          <label className="usa-label" htmlFor="one-time-link">
            {label}
          </label>
          <input
            className="usa-input"
            id="one-time-link"
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
