import type { ReactNode } from "react";
import type { FieldError, FieldErrorCode } from "~/values/errors";
import { choiceMessage } from "~/values/field-messages";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";
import type { FieldConstraint } from "~/web/forms/form-state";

const hintId = (id: string) => `${id}-hint`;

const limitId = (id: string) => `${id}-limit`;

const errorId = (id: string) => `${id}-error`;

/** The length rule in words. We do not set maxlength, because browsers cut off a longer paste without a message. */
export function limitHint({ minLength = 0, maxLength }: FieldConstraint): string | undefined {
  const least = minLength > 1 ? formatCount(minLength) : undefined;
  if (maxLength === undefined) return least && `At least ${least} characters`;
  const most = formatCount(maxLength);
  if (least === undefined) return `Up to ${most} characters`;
  return minLength === maxLength ? `Exactly ${most} characters` : `Between ${least} and ${most} characters`;
}

/** Nobody writes a text that is shorter than this by accident. */
const NOTABLE_MINIMUM = 5;

/** The length rule that people should know before they type: a text can be too short, or has only one length. */
export const standingLimit = (constraint: FieldConstraint) =>
  (constraint.minLength ?? 0) >= NOTABLE_MINIMUM ? limitHint(constraint) : undefined;

/** An error in a sentence, with choices as the page names them. */
function errorText({ message, choices }: FieldError): string {
  const text = choices ? choiceMessage(choices.map(labelOf)) : message;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Whether all messages of a code name their field: "Choose at least one file" does, "Enter at least 3 characters" not. */
const NAMES_ITS_FIELD: { readonly [Code in FieldErrorCode]: boolean } = {
  required: true,
  too_short: false,
  too_long: false,
  too_few: true,
  too_many: true,
  out_of_range: false,
  invalid: false,
  not_listed: false,
  not_found: true,
  taken: true,
  not_allowed: true,
  file_name: true,
  file_empty: true,
  file_size: true,
  file_type: true,
  file_content: true,
  file_not_sent: true,
};

/** A text's words in lowercase, each between spaces. */
const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.join(" ")} `;

/** An error away from its field, in a list of errors: after the field's label, unless the message names the field. */
export function errorWithLabel(label: string | undefined, error: FieldError): string {
  const text = errorText(error);
  if (label === undefined || NAMES_ITS_FIELD[error.code]) return text;
  // A choice may contain the label by chance.
  const hasLabel = !error.choices && wordsOf(text).includes(wordsOf(label));
  return hasLabel ? text : `${label}: ${text}`;
}

type Description = {
  /** The control's id on the page, from `useField`. */
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  limit?: string;
  /** The limit is only for screen readers: a count below the control shows it to everyone else. */
  isCounted?: boolean;
  errors: readonly FieldError[];
};

/** The IDs for a control's aria-describedby. */
export function describedBy({ id, hint, limit, errors }: Omit<Description, "label">): string | undefined {
  const ids = [hint && hintId(id), limit && limitId(id), errors.length > 0 && errorId(id)];
  return ids.filter(Boolean).join(" ") || undefined;
}

/** A field's hint, limit and errors, in the order in which aria-describedby names them. */
export function FieldDescription({ id, hint, limit, isCounted, errors }: Omit<Description, "label">) {
  return (
    <>
      {hint && (
        <div className="usa-hint" id={hintId(id)}>
          {hint}
        </div>
      )}
      {limit && (
        <div className={isCounted ? "usa-sr-only" : "usa-hint"} id={limitId(id)}>
          {limit}
        </div>
      )}
      {errors.length > 0 && (
        <div className="usa-error-message" id={errorId(id)}>
          {errors.map((error) => (
            <div key={error.message} data-error={error.code}>
              {errorText(error)}
            </div>
          ))}
        </div>
      )}
    </>
  );
}

/** The star of a required field, with a title that explains it. */
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

export function formGroupClass(errors: readonly FieldError[]): string {
  return errors.length > 0 ? "usa-form-group usa-form-group--error" : "usa-form-group";
}

export function controlClass(block: string, errors: readonly FieldError[]): string {
  return errors.length > 0 ? `${block} usa-input--error` : block;
}

type FieldGroupProps = Description & { required: boolean; children: ReactNode };

/** A labeled control with its hint, limit and errors. */
export function FieldGroup({ required, children, ...description }: FieldGroupProps) {
  const { id, label, errors } = description;
  return (
    <div className={formGroupClass(errors)}>
      <label className={errors.length > 0 ? "usa-label usa-label--error" : "usa-label"} htmlFor={id}>
        {label}
        {required && <RequiredMark />}
      </label>
      <FieldDescription {...description} />
      {children}
    </div>
  );
}

/** The attributes that every labeled control has. */
export function controlAttributes(
  { id, name, hint, limit, errors }: Omit<Description, "label"> & { name: string },
  { required }: FieldConstraint,
) {
  return {
    id,
    name,
    "aria-describedby": describedBy({ id, hint, limit, errors }),
    "aria-invalid": errors.length > 0 || undefined,
    "aria-required": required || undefined,
  };
}

/** Makes a function from a field's name to its `name` and `label` props. */
export function labelledBy<const Labels extends Record<string, string>>(labels: Labels) {
  return <Name extends keyof Labels & string>(name: Name) => ({ name, label: labels[name] });
}

/**
 * The same under a heading that says what a label begins with: of "Office: city", sighted people read only "City". Screen
 * readers may come to a field without its heading.
 */
export function labelledUnderHeading<const Labels extends Record<string, string>>(labels: Labels) {
  return <Name extends keyof Labels & string>(name: Name) => {
    const whole: string = labels[name] ?? name;
    const [before, after] = whole.split(/(?<=: )/, 2);
    if (after === undefined) return { name, label: whole };
    const label = (
      <>
        <span className="usa-sr-only">{before}</span>
        <span className="glip-short-label">{after}</span>
      </>
    );
    return { name, label };
  };
}

/** Fields on one line, if it is wide enough. */
export function FieldLine({ children }: { children: ReactNode }) {
  return <div className="glip-line">{children}</div>;
}

export type FieldProps = { name: string; label: ReactNode; hint?: ReactNode };
