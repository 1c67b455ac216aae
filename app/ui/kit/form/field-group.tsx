import type { ReactNode } from "react";
import type { FieldError } from "~/values/errors";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";
import type { FieldConstraint } from "~/web/forms/form-state";

const hintId = (name: string) => `${name}-hint`;

export const limitId = (name: string) => `${name}-limit`;

const errorId = (name: string) => `${name}-error`;

/**
 * The length rule in words. It is said rather than set as maxlength: a browser would cut a longer paste off without a
 * word, and the rest of the text would be lost.
 */
export function limitHint({ minLength = 0, maxLength }: FieldConstraint): string | undefined {
  const least = minLength > 1 ? formatCount(minLength) : undefined;
  if (maxLength === undefined) return least && `At least ${least} characters`;
  const most = formatCount(maxLength);
  if (least === undefined) return `Up to ${most} characters`;
  return minLength === maxLength ? `Exactly ${most} characters` : `Between ${least} and ${most} characters`;
}

/** The server says "must be …"; a person reads "The title must be …", so the label goes before it. */
export function faultOf(label: ReactNode, { message, choices }: FieldError): string {
  const isPredicate = /^(is|must|names) /.test(message);
  const worded = choices ? `must be one of ${choices.map(labelOf).join(", ")}` : message;
  const sentence = isPredicate && typeof label === "string" ? `${label} ${worded}` : worded;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

type Description = { name: string; label: ReactNode; hint?: ReactNode; limit?: string; errors: readonly FieldError[] };

/** The ids of what describes a control. */
export function describedBy({ name, hint, limit, errors }: Omit<Description, "label">): string | undefined {
  const ids = [hint && hintId(name), limit && limitId(name), errors.length > 0 && errorId(name)];
  return ids.filter(Boolean).join(" ") || undefined;
}

/** Hint, limit and errors of a field, in the order in which aria-describedby reads them. */
export function FieldDescription({ name, label, hint, limit, errors }: Description) {
  return (
    <>
      {hint && (
        <div className="usa-hint" id={hintId(name)}>
          {hint}
        </div>
      )}
      {limit && (
        <div className="usa-hint" id={limitId(name)}>
          {limit}
        </div>
      )}
      {errors.length > 0 && (
        <div className="usa-error-message" id={errorId(name)}>
          {errors.map((error) => (
            <div key={error.message}>{faultOf(label, error)}</div>
          ))}
        </div>
      )}
    </>
  );
}

/** The star of a required field; it is explained by its title. */
export function RequiredMark() {
  return (
    <>
      {" "}
      <abbr title="required" className="usa-hint usa-hint--required">
        *
      </abbr>
    </>
  );
}

/** The class of a field's group, with its fault or without. */
export function formGroupClass(errors: readonly FieldError[]): string {
  return errors.length > 0 ? "usa-form-group usa-form-group--error" : "usa-form-group";
}

/** The class of a control, with its fault or without. */
export function controlClass(block: string, errors: readonly FieldError[]): string {
  return errors.length > 0 ? `${block} usa-input--error` : block;
}

type FieldGroupProps = Description & { required: boolean; children: ReactNode };

/** A labelled control with its hint, limit and errors. */
export function FieldGroup({ required, children, ...description }: FieldGroupProps) {
  const { name, label, errors } = description;
  return (
    <div className={formGroupClass(errors)}>
      <label className={errors.length > 0 ? "usa-label usa-label--error" : "usa-label"} htmlFor={name}>
        {label}
        {required && <RequiredMark />}
      </label>
      <FieldDescription {...description} />
      {children}
    </div>
  );
}

/** What every labelled control carries, whichever element it is. */
export function controlAttributes(
  { name, hint, limit, errors }: Omit<Description, "label">,
  { required }: FieldConstraint,
) {
  return {
    id: name,
    name,
    "aria-describedby": describedBy({ name, hint, limit, errors }),
    "aria-invalid": errors.length > 0 || undefined,
    "aria-required": required || undefined,
  };
}

/** What a field is given of its name: the name itself, and its label. */
export function labelledBy<const Labels extends Record<string, string>>(labels: Labels) {
  return <Name extends keyof Labels & string>(name: Name) => ({ name, label: labels[name] });
}

export type FieldProps = { name: string; label: ReactNode; hint?: ReactNode };
