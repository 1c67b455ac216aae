import type { ReactNode } from "react";

type AlertProps = { kind: "success" | "info" | "warning" | "error"; heading?: string; children: ReactNode };

/** A message that belongs to the page. Use a notice for the result of an action. */
export function Alert({ kind, heading, children }: AlertProps) {
  return (
    <div className={`usa-alert usa-alert--${kind}${heading ? "" : " usa-alert--slim"}`}>
      <div className="usa-alert__body">
        {heading && <h2 className="usa-alert__heading">{heading}</h2>}
        <div className="usa-alert__text">{children}</div>
      </div>
    </div>
  );
}
