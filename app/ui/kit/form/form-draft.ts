import { READ_AT_FIELD } from "~/values/form-words";
import { LIMITS } from "~/values/limits";
import { type Draft, draftKey, forgetDraft, keepDraft, readDraft } from "./input/drafts";
import { type Control, controlsOf, valuesOf } from "./unsaved";

/* Keeps what someone types in a long form, and puts it back. */

const PAUSE_MILLISECONDS = 500;
/** A form without a text of several lines is long if it has this many fields. */
const MANY_FIELDS = 5;

/**
 * The form that was just taken from the page after it was sent. A new one in its place that is not refused shows that it was
 * saved.
 */
let replaced: string | null = null;

const isChoice = ({ type }: Control) => type === "checkbox" || type === "radio";
const keptControls = (form: HTMLFormElement) => controlsOf(form).filter(({ type }) => type !== "file");
const readAtOf = (form: HTMLFormElement) => {
  const field = form.elements.namedItem(READ_AT_FIELD);
  return field instanceof HTMLInputElement ? field : null;
};

/** The form's path, and its name on a page with several: the parameter without a value. */
function addressOf(form: HTMLFormElement): string {
  const names = [...new URL(form.action).searchParams].filter(([, value]) => value === "").map(([name]) => name);
  return [window.location.pathname, ...names].join(" ");
}

function draftOf(form: HTMLFormElement, isWhole: boolean): Draft {
  const controls = keptControls(form);
  const changed = controls.filter(
    (control) => isWhole || `${valuesOf(control, true)}` !== `${valuesOf(control, false)}`,
  );
  const names = new Set(changed.map(({ name }) => name));
  const values = Object.fromEntries([...names].map((name) => [name, typedIn(controls, name)]));
  return { at: Date.now(), values, readAt: readAtOf(form)?.value };
}

/** The values of all controls of a name. A choice that is not made has none, and an empty text is "". */
const typedIn = (controls: readonly Control[], name: string) =>
  controls
    .filter((control) => control.name === name)
    .flatMap((control) => (isChoice(control) ? valuesOf(control, true) : [control.value]));

/** Puts a draft back into its form, as if someone typed it. */
function restore(form: HTMLFormElement, { values, readAt }: Draft): void {
  const left = new Map(Object.entries(values).map(([name, texts]) => [name, [...texts]]));
  for (const control of keptControls(form)) {
    const texts = left.get(control.name);
    if (texts === undefined) continue;
    if (control instanceof HTMLInputElement && isChoice(control)) control.checked = texts.includes(control.value);
    else control.value = texts.shift() ?? "";
    for (const type of ["input", "change"]) control.dispatchEvent(new Event(type, { bubbles: true }));
  }
  // The server then still sees that someone else has saved changes since.
  const field = readAtOf(form);
  if (field && readAt !== undefined) field.value = readAt;
}

/**
 * Keeps the draft of a form while someone types, until `end` is called. Null for a short form.
 * @param person whose draft it is; undefined for a visitor, who is not signed in
 */
export function watchDraft(
  form: HTMLFormElement,
  person: string | undefined,
  changes: { isUnsaved(): boolean; isWhole(): boolean },
) {
  const controls = keptControls(form);
  if (controls.length < MANY_FIELDS && !controls.some(({ type }) => type === "textarea")) return null;
  const key = draftKey(person, addressOf(form));
  if (key === replaced && !changes.isWhole()) forgetDraft(key);
  let offered = readDraft(key) ?? null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(pause);
    pause = undefined;
    if (!changes.isUnsaved()) return forgetDraft(key);
    const draft = draftOf(form, changes.isWhole());
    if (JSON.stringify(draft).length <= LIMITS.formBodyBytes) keepDraft(key, draft);
  };
  const later = () => {
    // What was kept before stays until someone decides about it.
    if (offered) return;
    clearTimeout(pause);
    pause = setTimeout(keep, PAUSE_MILLISECONDS);
  };
  const keepNow = () => pause !== undefined && keep();
  const forget = () => {
    clearTimeout(pause);
    pause = undefined;
    offered = null;
    forgetDraft(key);
  };
  form.addEventListener("input", later);
  form.addEventListener("submit", keepNow, { capture: true });
  window.addEventListener("pagehide", keepNow);
  return {
    offered: offered && { draft: offered, isOvertaken: (offered.readAt ?? "") !== (readAtOf(form)?.value ?? "") },
    restore() {
      const draft = offered;
      offered = null;
      if (draft) restore(form, draft);
    },
    forget,
    /** @param wasSent whether the server has not answered it yet, as far as the form knows */
    end(wasSent: boolean) {
      keepNow();
      if (wasSent) {
        replaced = key;
        // The effects of the new form run before this does.
        queueMicrotask(() => {
          replaced = null;
        });
      }
      form.removeEventListener("input", later);
      form.removeEventListener("submit", keepNow, { capture: true });
      window.removeEventListener("pagehide", keepNow);
    },
  };
}
