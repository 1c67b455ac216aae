import { useEffect, useId, useState } from "react";

type CopiedFieldProps = {
  label: string;
  url: string;
  /** Gets the outcome of copying, as text for the person. */
  report: (outcome: string) => void;
};

/** An address to copy, with a button where scripts may copy it. */
export function CopiedField({ label, url, report }: CopiedFieldProps) {
  const id = useId();
  // Only scripts can tell whether the browser can copy it.
  const [mayCopy, setMayCopy] = useState(false);
  useEffect(() => setMayCopy(window.isSecureContext && "clipboard" in navigator), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      report("Copied.");
    } catch {
      report("We could not copy the link. Select it and copy it yourself.");
    }
  }

  return (
    <div className="glip-find">
      <div className="usa-form-group">
        <label className="usa-label" htmlFor={id}>
          {label}
        </label>
        <input
          className="usa-input"
          id={id}
          type="text"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
        />
      </div>
      {mayCopy && (
        <button className="usa-button" type="button" onClick={copy}>
          Copy link<span className="usa-sr-only">: {label}</span>
        </button>
      )}
    </div>
  );
}
