import { type InputHTMLAttributes, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { CharacterCount, lengthOfTags } from "./character-count";
import { controlAttributes, controlClass, FieldGroup, type FieldProps, limitHint } from "./field-group";
import { useField } from "./form-kit";
import { hasTag, keptOtherwise, withoutTag, withTag } from "./typed-tags";

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
