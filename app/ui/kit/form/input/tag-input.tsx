import {
  type FormEvent,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { Icon } from "~/ui/kit/icon";
import type { PresetTag } from "~/values/tags";
import { savedTags, type TypedTags, textOf, toggled, typedAfter } from "./typed-tags";

type TagInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "name" | "defaultValue" | "onInput"> & {
  id: string;
  name: string;
  defaultValue?: string;
  presets: readonly PresetTag[];
  /** Gets the whole text whenever it changes. */
  onTyped?: (typed: string) => void;
  /** Shown directly below the input. */
  children?: ReactNode;
};

/** The preset tags, for the browser to suggest while someone types one or another name of one. */
export function TagOptions({ id, presets }: { id: string; presets: readonly PresetTag[] }) {
  return (
    <datalist id={id}>
      <PresetOptions presets={presets} />
    </datalist>
  );
}

/** The server writes them without an element for each (`./option-shortcuts.server`). */
export function PresetOptions({ presets }: { presets: readonly PresetTag[] }) {
  return (
    <>
      {presets.map(({ label }) => (
        <option key={label} value={label} />
      ))}
      {presets.flatMap(({ label, aliases = [] }) =>
        aliases.map((alias) => <option key={`${label},${alias}`} value={label} label={aliasLabel(alias, label)} />),
      )}
    </>
  );
}

export const aliasLabel = (alias: string, label: string) => `${alias}: ${label}`;

/** How a browser reports that someone picked one of its suggestions. */
const PICKED: readonly unknown[] = [undefined, "insertReplacementText"];

/**
 * An input for tags. It suggests preset tags but accepts any. The form sends one text, with commas between the tags.
 * Without scripts, people type that text. With scripts, each finished tag is a chip that can be removed, and a hidden
 * control has the text.
 */
export function TagInput({ id, name, defaultValue = "", presets, onTyped, children, ...input }: TagInputProps) {
  const control = useRef<HTMLInputElement>(null);
  const whole = useRef<HTMLInputElement | null>(null);
  /** The text of the hidden control. Null until scripts run. */
  const text = useRef<string | null>(null);
  const [entry, setEntry] = useState<TypedTags | null>(null);
  const [announced, setAnnounced] = useState("");
  const { tags } = entry ?? { tags: savedTags(defaultValue) };

  const show = useCallback((next: TypedTags) => {
    if (control.current && control.current.value !== next.begun) control.current.value = next.begun;
    setEntry(next);
  }, []);
  useEffect(() => {
    const field = control.current;
    if (!field || text.current !== null) return;
    // The browser may have restored it, or someone may be typing.
    const given = field.value;
    text.current = given;
    show(typedAfter([], given, given === defaultValue || document.activeElement !== field));
    onTyped?.(given);
  }, [defaultValue, onTyped, show]);
  const hold = useCallback((hidden: HTMLInputElement | null) => {
    whole.current = hidden;
    if (hidden && text.current !== null) hidden.value = text.current;
  }, []);

  const change = (next: TypedTags) => {
    if (!whole.current) return;
    text.current = textOf(next);
    show(next);
    const [removed, added] = [missingIn(next.tags, tags), missingIn(tags, next.tags)];
    setAnnounced([removed && `Removed: ${removed}.`, added && `Added: ${added}.`].filter(Boolean).join(" "));
    whole.current.value = text.current;
    // Dispatched like typing, so that the form's listeners notice.
    whole.current.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const type = ({ currentTarget, nativeEvent }: FormEvent<HTMLInputElement>) => {
    const { value } = currentTarget;
    const { inputType } = nativeEvent as Partial<InputEvent>;
    const isPicked = PICKED.includes(inputType) && presets.some(({ label }) => label === value);
    change(typedAfter(tags, value, isPicked || (inputType === "insertFromPaste" && value.includes(","))));
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget;
    if (entry === null || event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && value.trim() !== "") {
      event.preventDefault();
      change(typedAfter(tags, value, true));
    }
    // Otherwise the form would send what someone gave up.
    if (event.key === "Escape" && value !== "") change({ tags, begun: "" });
    if (event.key === "Backspace" && value === "") change({ tags: tags.slice(0, -1), begun: "" });
  };
  const remove = (tag: string) => {
    change(toggled({ tags, begun: control.current?.value ?? "" }, tag));
    // The button that had the focus is gone.
    control.current?.focus();
  };
  /** Someone else wrote the text: what the browser kept of an unsaved form. */
  const read = ({ currentTarget: { value } }: FormEvent<HTMLInputElement>) => {
    if (value !== text.current) {
      text.current = value;
      show(typedAfter([], value, true));
    }
    onTyped?.(value);
  };
  return (
    <>
      <div className="glip-tag-box">
        {tags.length > 0 && (
          <ul className={entry ? "glip-chips" : "glip-chips glip-chips--given"}>
            {tags.map((tag) => (
              <li className="glip-chip" key={tag}>
                {tag}
                <button className="glip-chip__remove" type="button" onClick={() => remove(tag)}>
                  <Icon name="close" />
                  <span className="usa-sr-only">Remove {tag}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          autoCapitalize="none"
          {...input}
          id={id}
          name={entry ? undefined : name}
          defaultValue={defaultValue}
          ref={control}
          list={`${id}-presets`}
          autoComplete="off"
          onInput={type}
          onKeyDown={press}
        />
        {entry && <input hidden name={name} defaultValue={defaultValue} ref={hold} onInput={read} />}
      </div>
      <span className="usa-sr-only" aria-live="polite">
        {announced}
      </span>
      <TagOptions id={`${id}-presets`} presets={presets} />
      {children}
      {presets.length > 0 && (
        <TagPicker
          presets={presets}
          tags={entry && tags}
          onPick={(tag) => change(toggled({ tags, begun: control.current?.value ?? "" }, tag))}
        />
      )}
    </>
  );
}

const missingIn = (some: readonly string[], all: readonly string[]) =>
  all.filter((tag) => !some.includes(tag)).join(", ");

type TagPickerProps = {
  presets: readonly PresetTag[];
  /** Null until scripts run. */
  tags: readonly string[] | null;
  onPick: (tag: string) => void;
};

/** The preset tags as a list. Pressing one adds it to the field or removes it. */
function TagPicker({ presets, tags, onPick }: TagPickerProps) {
  return (
    <details className="glip-tag-picker">
      <summary>Suggested tags ({presets.length})</summary>
      <ul className="glip-tag-picker__list">
        {presets.map(({ label, use }) => {
          const text = (
            <>
              {label}
              {use && <span className="glip-tag-picker__use"> {use}</span>}
            </>
          );
          return (
            <li key={label}>
              {tags === null ? (
                text
              ) : (
                <button
                  className="glip-tag-picker__tag"
                  type="button"
                  aria-pressed={tags.includes(label)}
                  onClick={() => onPick(label)}
                >
                  {text}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
