import { useNavigation } from "@remix-run/react";
import {
  createContext,
  type HTMLInputAutoCompleteAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { formatCount } from "./format";
import { labelOf as wordingOf } from "./labels";

export type FieldConstraint = {
  required?: boolean;
  maxLength?: number;
  minLength?: number;
  options?: readonly string[];
};
export type FieldConstraints = Record<string, FieldConstraint>;
export type FieldValues = Record<string, string | string[] | undefined>;
export type FieldErrors = Record<string, string[]>;

type FormState = { constraints: FieldConstraints; values: FieldValues; errors: FieldErrors | undefined };

const FormContext = createContext<FormState | null>(null);

/**
 * Gives the fields inside it what the server knows about them: its rules, what was typed and what was wrong with it.
 * The form element around it carries noValidate, so that it is the server's messages that are shown.
 */
export function FormKit({ constraints, values, errors, children }: FormState & { children: ReactNode }) {
  return <FormContext.Provider value={{ constraints, values, errors }}>{children}</FormContext.Provider>;
}

type FieldState = { constraint: FieldConstraint; values: string[]; errors: string[] };

function useField(name: string): FieldState {
  const form = useContext(FormContext);
  if (form === null) throw new Error(`The field "${name}" stands outside a FormKit.`);
  const value = form.values[name];
  return {
    constraint: form.constraints[name] ?? {},
    values: value === undefined ? [] : Array.isArray(value) ? value : [value],
    errors: form.errors?.[name] ?? [],
  };
}

const hintId = (name: string) => `${name}-hint`;
const limitId = (name: string) => `${name}-limit`;
const errorId = (name: string) => `${name}-error`;

/**
 * The length rule in words. It is said rather than set as maxlength: a browser would cut a longer paste off without a
 * word, and the rest of the text would be lost.
 */
function limitHint({ minLength = 0, maxLength }: FieldConstraint): string | undefined {
  const least = minLength > 1 ? formatCount(minLength) : undefined;
  if (maxLength === undefined) return least && `At least ${least} characters`;
  const most = formatCount(maxLength);
  if (least === undefined) return `Up to ${most} characters`;
  return minLength === maxLength ? `Exactly ${most} characters` : `Between ${least} and ${most} characters`;
}

/** The server says "must be …"; a person reads "The title must be …", so the label goes before it. */
function faultOf(label: ReactNode, message: string): string {
  const isPredicate = /^(is|must|names) /.test(message);
  const sentence = isPredicate && typeof label === "string" ? `${label} ${message}` : message;
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

type Description = { name: string; label: ReactNode; hint?: ReactNode; limit?: string; errors: readonly string[] };

function describedBy({ name, hint, limit, errors }: Omit<Description, "label">): string | undefined {
  const ids = [hint && hintId(name), limit && limitId(name), errors.length > 0 && errorId(name)];
  return ids.filter(Boolean).join(" ") || undefined;
}

/** Hint, limit and errors of a field, in the order in which aria-describedby reads them. */
function FieldDescription({ name, label, hint, limit, errors }: Description) {
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
          {errors.map((message) => (
            <div key={message}>{faultOf(label, message)}</div>
          ))}
        </div>
      )}
    </>
  );
}

function RequiredMark() {
  return (
    <>
      {" "}
      <abbr title="required" className="usa-hint usa-hint--required">
        *
      </abbr>
    </>
  );
}

function formGroupClass(errors: readonly string[]): string {
  return errors.length > 0 ? "usa-form-group usa-form-group--error" : "usa-form-group";
}

function controlClass(block: string, errors: readonly string[]): string {
  return errors.length > 0 ? `${block} usa-input--error` : block;
}

type FieldGroupProps = Description & { required: boolean; children: ReactNode };

function FieldGroup({ required, children, ...description }: FieldGroupProps) {
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
function controlAttributes({ name, hint, limit, errors }: Omit<Description, "label">, { required }: FieldConstraint) {
  return {
    id: name,
    name,
    "aria-describedby": describedBy({ name, hint, limit, errors }),
    "aria-invalid": errors.length > 0 || undefined,
    "aria-required": required || undefined,
  };
}

type FieldProps = { name: string; label: ReactNode; hint?: ReactNode };

type TextFieldProps = FieldProps & {
  type?: "text" | "email" | "tel" | "url" | "date" | "number" | "search";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  spellCheck?: boolean;
  /** The id of a datalist on the page. */
  list?: string;
};

/** The kinds of input whose length nobody counts. */
const unmeasuredTypes: ReadonlySet<string> = new Set(["email", "date", "number"]);

/** One line of text. */
export function TextField({ name, label, hint, type = "text", ...input }: TextFieldProps) {
  const { constraint, values, errors } = useField(name);
  const limit = unmeasuredTypes.has(type) ? undefined : limitHint(constraint);
  const description = { name, label, hint, limit, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...input}
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        type={type}
        defaultValue={values[0]}
      />
    </FieldGroup>
  );
}

/** A password is never put back into the page, so it is the one thing a refused form loses. */
export function PasswordField({
  name,
  label,
  hint,
  autoComplete,
}: FieldProps & { autoComplete: "current-password" | "new-password" }) {
  const { constraint, errors } = useField(name);
  const limit = autoComplete === "new-password" ? limitHint(constraint) : undefined;
  const description = { name, label, hint, limit, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        type="password"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
      />
    </FieldGroup>
  );
}

/** Several lines of text. */
export function TextArea({ name, label, hint, rows = 6 }: FieldProps & { rows?: number }) {
  const { constraint, values, errors } = useField(name);
  const description = { name, label, hint, limit: limitHint(constraint), errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <textarea
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-textarea", errors)}
        rows={rows}
        defaultValue={values[0]}
      />
    </FieldGroup>
  );
}

/** An enumerated value, worded by labelOf, or a value with a wording of its own. */
export type Option = string | { value: string; label: string };

function worded(options: readonly Option[], labelOf: (value: string) => string) {
  return options.map((option) => (typeof option === "string" ? { value: option, label: labelOf(option) } : option));
}

type ChoiceProps = {
  /** Without them the options are those the server's rules name. */
  options?: readonly Option[];
  labelOf?: (value: string) => string;
};

type SelectFieldProps = FieldProps & ChoiceProps & { emptyLabel?: string };

/** One value of a list. The empty choice stays even when one is required, so that none is chosen by accident. */
export function SelectField({
  name,
  label,
  hint,
  options,
  labelOf = wordingOf,
  emptyLabel = "- Select -",
}: SelectFieldProps) {
  const { constraint, values, errors } = useField(name);
  const description = { name, label, hint, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <select
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-select", errors)}
        defaultValue={values[0] ?? ""}
      >
        <option value="">{emptyLabel}</option>
        {worded(options ?? constraint.options ?? [], labelOf).map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldGroup>
  );
}

/** A file. A browser does not let a page put a chosen file back, so a refused form asks for it again. */
export function FileField({
  name,
  label,
  hint,
  accept,
  multiple,
}: FieldProps & { hint: ReactNode; accept: string; multiple?: boolean }) {
  const { constraint, errors } = useField(name);
  const description = { name, label, hint, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        className={controlClass("glip-file-input", errors)}
        type="file"
        accept={accept}
        multiple={multiple}
      />
    </FieldGroup>
  );
}

type GroupProps = ChoiceProps & { name: string; legend: ReactNode; hint?: ReactNode };

/** Any number of values of a list, sent as repeated fields of one name. */
export function CheckboxGroup(props: GroupProps) {
  return <ChoiceGroup kind="checkbox" {...props} />;
}

/** Exactly one value of a short list. */
export function RadioGroup(props: GroupProps) {
  return <ChoiceGroup kind="radio" {...props} />;
}

function ChoiceGroup({
  kind,
  name,
  legend,
  hint,
  options,
  labelOf = wordingOf,
}: GroupProps & { kind: "checkbox" | "radio" }) {
  const { constraint, values, errors } = useField(name);
  const description = { name, label: legend, hint, errors };
  return (
    <div className={formGroupClass(errors)}>
      <fieldset className="usa-fieldset" aria-describedby={describedBy(description)}>
        <legend className={errors.length > 0 ? "usa-label usa-label--error" : "usa-label"}>
          {legend}
          {constraint.required && <RequiredMark />}
        </legend>
        <FieldDescription {...description} />
        {worded(options ?? constraint.options ?? [], labelOf).map((option, index) => {
          // The first bears the field's own name, so that the error summary's link has somewhere to go.
          const id = index === 0 ? name : `${name}-${option.value}`;
          return (
            <div key={option.value} className={`usa-${kind}`}>
              <input
                className={`usa-${kind}__input`}
                id={id}
                name={name}
                type={kind}
                value={option.value}
                defaultChecked={values.includes(option.value)}
              />
              <label className={`usa-${kind}__label`} htmlFor={id}>
                {option.label}
              </label>
            </div>
          );
        })}
      </fieldset>
    </div>
  );
}

/** A single yes. Unchecked, nothing is sent. */
export function Checkbox({ name, label, hint, value = "on" }: FieldProps & { value?: string }) {
  const { constraint, values, errors } = useField(name);
  const description = { name, label, hint, errors };
  return (
    <div className={formGroupClass(errors)}>
      <FieldDescription {...description} />
      <div className="usa-checkbox">
        <input
          {...controlAttributes(description, constraint)}
          className="usa-checkbox__input"
          type="checkbox"
          value={value}
          defaultChecked={values.includes(value)}
        />
        <label className="usa-checkbox__label" htmlFor={name}>
          {label}
          {constraint.required && <RequiredMark />}
        </label>
      </div>
    </div>
  );
}

type ErrorSummaryProps = {
  errors: FieldErrors | undefined;
  /** What is wrong with the form as a whole. */
  formError?: string | null;
  labels: Record<string, string>;
};

/** Everything that was wrong, above the form, each with a link to its field. Takes the focus when it appears. */
export function ErrorSummary({ errors, formError, labels }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors || formError) box.current?.focus();
  }, [errors, formError]);

  const entries = Object.entries(errors ?? {}).flatMap(([name, messages]) =>
    messages.map((message) => ({ name, message })),
  );
  if (entries.length === 0 && !formError) return null;
  return (
    <div className="usa-alert usa-alert--error glip-error-summary" role="alert" tabIndex={-1} ref={box}>
      <div className="usa-alert__body">
        <h2 className="usa-alert__heading">There is a problem</h2>
        {formError && <p className="usa-alert__text">{formError}</p>}
        {entries.length > 0 && (
          <ul className="glip-error-summary__list">
            {entries.map(({ name, message }) => (
              <li key={`${name} ${message}`}>
                <a className="usa-link" href={`#${name}`}>
                  {faultOf(labels[name], message)}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

type SubmitButtonProps = {
  children: ReactNode;
  pendingText: string;
  variant?: "outline" | "secondary" | "unstyled";
  /** For forms with several buttons: which one was pressed. */
  name?: string;
  value?: string;
};

/** Sends its form once: while a form of the page is on its way, pressing again does nothing. */
export function SubmitButton({ children, pendingText, variant, name, value }: SubmitButtonProps) {
  const isPending = useNavigation().formData !== undefined;
  // Which of a page's buttons was pressed is nowhere in the navigation, so each remembers it for itself.
  const [wasPressed, setWasPressed] = useState(false);
  useEffect(() => {
    if (!isPending) setWasPressed(false);
  }, [isPending]);

  return (
    <button
      className={variant ? `usa-button usa-button--${variant}` : "usa-button"}
      type="submit"
      name={name}
      value={value}
      aria-disabled={isPending || undefined}
      onClick={(event) => {
        if (isPending) event.preventDefault();
        else setWasPressed(true);
      }}
    >
      {isPending && wasPressed ? pendingText : children}
    </button>
  );
}
