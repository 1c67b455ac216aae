/*
 * Which forms of the page have unsaved changes. A form is compared with what the server sent only when someone is about to
 * leave, so an undone change does not count.
 */

interface WatchedForm {
  isUnsaved: () => boolean;
}

const watched = new Set<WatchedForm>();

/** Whether any form of the page has unsaved changes. */
export const hasUnsaved = () => [...watched].some((form) => form.isUnsaved());

/** Lets someone leave the page without a question, because its forms belong to someone who is no longer signed in. */
export const discardUnsaved = () => watched.clear();

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Controls whose values nobody typed: the page's own values, buttons, and passwords that browsers fill in. */
const IGNORED_TYPES: ReadonlySet<string> = new Set(["hidden", "password", "submit", "button", "reset", "image"]);

function isControl(element: Element): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element.tagName === "TEXTAREA";
}

/** The values of a control now, or as the server sent it, without empty ones. */
function valuesOf(control: Control, isNow: boolean): string[] {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const given = options.filter(({ defaultSelected }) => defaultSelected);
    const chosen = isNow ? [...control.selectedOptions] : given.length > 0 ? given : options.slice(0, 1);
    return chosen.map(({ value }) => value).filter((value) => value !== "");
  }
  if (control instanceof HTMLInputElement && control.type === "file") {
    const files = isNow ? [...(control.files ?? [])] : [];
    return files.map(({ name, size, lastModified }) => `${name} ${size} ${lastModified}`);
  }
  if (control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type)) {
    return (isNow ? control.checked : control.defaultChecked) ? [control.value] : [];
  }
  const value = isNow ? control.value : control.defaultValue;
  return value === "" ? [] : [value];
}

/** The values of a form's controls as text to compare: of all controls, or those with one name. */
export function contentsOf(form: HTMLFormElement, isNow: boolean, only?: string): string {
  const controls = [...form.elements].filter(isControl);
  const held = controls
    .filter(({ name, type }) => name !== "" && !IGNORED_TYPES.has(type) && (only ?? name) === name)
    .map((control) => [control.name, valuesOf(control, isNow)] as const)
    .filter(([, values]) => values.length > 0);
  return JSON.stringify(held);
}

/** Watches a form until `end` is called. @param isReturned the server sent it back unsaved, so all of it is unsaved */
export function watchForm(form: HTMLFormElement, isReturned: boolean) {
  let given = contentsOf(form, false);
  let isUnsavedAnyway = isReturned;
  let isSent = false;
  const own: WatchedForm = {
    isUnsaved: () => !isSent && (isUnsavedAnyway || contentsOf(form, true) !== given),
  };
  const send = () => {
    isSent = true;
  };
  watched.add(own);
  form.addEventListener("submit", send);
  return {
    /** Call it after each navigation: a form that was sent is saved, unless it came back. */
    settle(cameBack: boolean) {
      if (!isSent) return;
      isSent = false;
      isUnsavedAnyway = cameBack;
      given = contentsOf(form, true);
    },
    end() {
      watched.delete(own);
      form.removeEventListener("submit", send);
    },
  };
}
