import { type InputHTMLAttributes, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { CharacterCount, lengthOfTags } from "./character-count";
import { controlAttributes, controlClass, FieldGroup, type FieldProps, limitHint } from "./field-group";
import { useField } from "./form-kit";
import { hasTag, normalizedIfDifferent, withoutTag, withTag } from "./typed-tags";

type TagInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "onInput"> & {
  id: string;
  presets: readonly string[];
  /** The field holds only one tag, as in a filter. */
  isSingle?: boolean;
  /** Gets the whole text whenever it changes. */
  onTyped?: (typed: string) => void;
  /** Shown directly below the input. */
  children?: ReactNode;
};

/**
 * A text input for tags, separated by commas. It suggests preset tags but accepts any: the browser suggests them while
 * someone types, and a list below lets people read them or, with scripts, pick them. A datalist replaces the whole
 * text, so with scripts each suggestion begins with the tags typed so far.
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
  // When someone returns to a page, the browser restores the text without an event.
  useEffect(read, [read]);
  const write = (value: string) => {
    if (!control.current) return;
    control.current.value = value;
    // Dispatched like typing, so that the form's listeners notice.
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
  /** The text of the field. Null until scripts run. */
  typed: string | null;
  onPick: (typed: string) => void;
};

/** The preset tags as a list. Pressing one adds it to the field or removes it. */
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

/** A form field for tags. */
export function TagField({
  name,
  label,
  hint,
  isSingle,
  presets,
}: FieldProps & Pick<TagInputProps, "presets" | "isSingle">) {
  const { id, constraint, values, errors } = useField(name);
  const [typed, setTyped] = useState<string | null>(null);
  const kept = isSingle || typed === null ? null : normalizedIfDifferent(typed);
  const limit = limitHint(constraint);
  const description = { id, name, label, hint, limit, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description} isCounted>
      <TagInput
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        defaultValue={values[0]}
        presets={presets}
        isSingle={isSingle}
        onTyped={setTyped}
      >
        <CharacterCount
          constraint={constraint}
          given={lengthOfTags(values[0] ?? "")}
          count={typed === null ? null : lengthOfTags(typed)}
        />
        {kept !== null && <div className="usa-hint">We save this as: {kept}</div>}
      </TagInput>
    </FieldGroup>
  );
}
