import {
  type FormEvent,
  type HTMLInputAutoCompleteAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { labelOf as wordingOf } from "~/values/labels";
import { CharacterCount, lengthOfTags, lengthOfText } from "./character-count";
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
import { hasTag, keptOtherwise, withoutTag, withTag } from "./tag-list";

type TextFieldProps = FieldProps & {
  type?: "text" | "email" | "tel" | "url" | "date" | "month" | "number" | "search";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  spellCheck?: boolean;
  /** Says while it is typed how much is left: for a line that may well become too long. */
  isCounted?: boolean;
  /** Without scripts, the browser then shows a page that is loaded from this field on. */
  autoFocus?: boolean;
};

/** The kinds of input whose length nobody counts. */
const unmeasuredTypes: ReadonlySet<string> = new Set(["email", "date", "number"]);

/** One line of text. */
export function TextField({ name, label, hint, type = "text", isCounted = false, ...input }: TextFieldProps) {
  const { constraint, values, errors } = useField(name);
  const { count, attributes } = useCount<HTMLInputElement>(lengthOfText);
  const limit = unmeasuredTypes.has(type) ? undefined : limitHint(constraint);
  const description = { name, label, hint, limit, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description} limit={isCounted ? undefined : limit}>
      <input
        {...input}
        {...controlAttributes(description, constraint)}
        {...(isCounted && attributes)}
        className={controlClass("usa-input", errors)}
        type={type}
        defaultValue={values[0]}
      />
      {isCounted && <CharacterCount name={name} constraint={constraint} count={count} />}
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

type TagInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "onInput"> & {
  id: string;
  presets: readonly string[];
  /** It holds one tag alone, as a filter does. */
  isSingle?: boolean;
  /** Told of all that it holds, whenever that is another. */
  onTyped?: (typed: string) => void;
  /** What is said of it right below. */
  children?: ReactNode;
};

/**
 * Tags with commas between, with the preset ones offered and none forced: by the browser while one is typed, and in a
 * list below, to be read or, once scripts run, to be picked from. A datalist offers for the whole of a field, so once
 * scripts run each offer begins with the tags typed so far.
 */
export function TagInput({ presets, isSingle = false, onTyped, children, ...input }: TagInputProps) {
  const control = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const before = isSingle ? "" : (typed ?? "").slice(0, (typed ?? "").lastIndexOf(",") + 1);
  const listId = `${input.id}-presets`;
  const read = useCallback(() => {
    const value = control.current?.value ?? "";
    setTyped(value);
    onTyped?.(value);
  }, [onTyped]);
  // A browser that comes back to a page puts back what was typed in it, and tells nobody.
  useEffect(read, [read]);
  const write = (value: string) => {
    if (!control.current) return;
    control.current.value = value;
    // As if it were typed, so that the form's listeners see it.
    control.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <>
      <input autoCapitalize="none" {...input} ref={control} list={listId} autoComplete="off" onInput={read} />
      <datalist id={listId}>
        {presets.map((preset) => (
          <option key={preset} value={before === "" ? preset : `${before} ${preset}`} />
        ))}
      </datalist>
      {children}
      {!isSingle && presets.length > 0 && <TagPicker presets={presets} typed={typed} onPick={write} />}
    </>
  );
}

type TagPickerProps = {
  presets: readonly string[];
  /** What the field holds; null until scripts run. */
  typed: string | null;
  onPick: (typed: string) => void;
};

/** The preset tags in a list: pressing one puts it into the field or takes it out. */
function TagPicker({ presets, typed, onPick }: TagPickerProps) {
  return (
    <details className="glip-tag-picker">
      <summary>Suggested tags ({presets.length})</summary>
      <ul className="glip-tag-picker__list">
        {presets.map((preset) => (
          <li key={preset}>
            {typed === null ? (
              preset
            ) : (
              <button
                className="glip-tag-picker__tag"
                type="button"
                aria-pressed={hasTag(typed, preset)}
                onClick={() => onPick(hasTag(typed, preset) ? withoutTag(typed, preset) : withTag(typed, preset))}
              >
                {preset}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A form's field of tags. */
export function TagField({
  name,
  label,
  hint,
  isSingle,
  presets,
}: FieldProps & Pick<TagInputProps, "presets" | "isSingle">) {
  const { constraint, values, errors } = useField(name);
  const [typed, setTyped] = useState<string | null>(null);
  const kept = isSingle || typed === null ? null : keptOtherwise(typed);
  const limit = limitHint(constraint);
  const description = { name, label, hint, limit, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description} limit={undefined}>
      <TagInput
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        defaultValue={values[0]}
        presets={presets}
        isSingle={isSingle}
        onTyped={setTyped}
      >
        <CharacterCount name={name} constraint={constraint} count={typed === null ? null : lengthOfTags(typed)} />
        {kept !== null && <div className="usa-hint">We save this as: {kept}</div>}
      </TagInput>
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
  const { count, attributes } = useCount<HTMLTextAreaElement>(lengthOfText);
  const description = { name, label, hint, limit: limitHint(constraint), errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description} limit={undefined}>
      <textarea
        {...controlAttributes(description, constraint)}
        {...attributes}
        className={controlClass("usa-textarea", errors)}
        rows={rows}
        defaultValue={values[0]}
      />
      <CharacterCount name={name} constraint={constraint} count={count} />
    </FieldGroup>
  );
}

/** Counts what a control holds while it is typed; null until a script does. */
function useCount<Control extends HTMLInputElement | HTMLTextAreaElement>(lengthOf: (text: string) => number) {
  const control = useRef<Control>(null);
  const [count, setCount] = useState<number | null>(null);
  // A browser that comes back to a page puts back what was typed in it, and tells nobody.
  useEffect(() => setCount(lengthOf(control.current?.value ?? "")), [lengthOf]);
  const onInput = (event: FormEvent<Control>) => setCount(lengthOf(event.currentTarget.value));
  return { count, attributes: { ref: control, onInput } };
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
