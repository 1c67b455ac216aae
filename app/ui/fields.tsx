import { type HTMLInputAutoCompleteAttribute, type InputHTMLAttributes, type ReactNode, useState } from "react";
import { labelOf as wordingOf } from "~/labels";
import {
  controlAttributes,
  controlClass,
  describedBy,
  FieldDescription,
  FieldGroup,
  type FieldProps,
  formGroupClass,
  limitHint,
  RequiredMark,
  useField,
} from "./form-kit";

type TextFieldProps = FieldProps & {
  type?: "text" | "email" | "tel" | "url" | "date" | "month" | "number" | "search";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  spellCheck?: boolean;
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

/** What a stored moment has beyond what such a field can hold: its zone, and seconds that are none. */
const BEYOND_MINUTES = /(:00(\.0+)?)?Z$/;

/** A day and a time in UTC, which its label says. The browser shows and sends it without a zone. */
export function DateTimeField({ name, label, hint }: FieldProps) {
  const { constraint, values, errors } = useField(name);
  const description = { name, label, hint, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        type="datetime-local"
        defaultValue={values[0]?.replace(BEYOND_MINUTES, "")}
      />
    </FieldGroup>
  );
}

type TagInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "id"> & {
  id: string;
  presets: readonly string[];
  /** It holds one tag alone, as a filter does. */
  isSingle?: boolean;
};

/**
 * Tags with commas between, with the preset ones offered and none forced. A datalist offers for the whole of a field,
 * so once scripts run each offer begins with the tags typed so far.
 */
export function TagInput({ presets, isSingle = false, ...input }: TagInputProps) {
  const [typed, setTyped] = useState("");
  const before = isSingle ? "" : typed.slice(0, typed.lastIndexOf(",") + 1);
  const listId = `${input.id}-presets`;
  return (
    <>
      <input {...input} list={listId} autoComplete="off" onInput={(event) => setTyped(event.currentTarget.value)} />
      <datalist id={listId}>
        {presets.map((preset) => (
          <option key={preset} value={before === "" ? preset : `${before} ${preset}`} />
        ))}
      </datalist>
    </>
  );
}

/** A form's field of tags. */
export function TagField({ name, label, hint, ...tags }: FieldProps & Pick<TagInputProps, "presets" | "isSingle">) {
  const { constraint, values, errors } = useField(name);
  const description = { name, label, hint, limit: limitHint(constraint), errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <TagInput
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        defaultValue={values[0]}
        {...tags}
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

type SelectFieldProps = FieldProps & ChoiceProps & { emptyLabel?: string | null };

/**
 * One value of a list. The empty choice stays even when one is required, so that none is chosen by accident; it is left
 * out (null) only where there is nothing to choose.
 */
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
        {emptyLabel !== null && <option value="">{emptyLabel}</option>}
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
export function CheckboxGroup({ name, legend, hint, options, labelOf = wordingOf }: GroupProps) {
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
            <div key={option.value} className="usa-checkbox">
              <input
                className="usa-checkbox__input"
                id={id}
                name={name}
                type="checkbox"
                value={option.value}
                defaultChecked={values.includes(option.value)}
              />
              <label className="usa-checkbox__label" htmlFor={id}>
                {option.label}
              </label>
            </div>
          );
        })}
      </fieldset>
    </div>
  );
}
