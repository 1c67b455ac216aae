/*
 * Which forms of the page hold something that is not saved. Each form is compared with what the server gave it only when
 * someone is about to leave, so that a change that is undone is none.
 */

interface WatchedForm {
  isUnsaved: () => boolean;
}

const watched = new Set<WatchedForm>();

/** Whether any form of the page holds something that is not saved. */
export const hasUnsaved = () => [...watched].some((form) => form.isUnsaved());

/** Lets the page go without asking: nothing on it belongs to the person who is signed in now. */
export const discardUnsaved = () => watched.clear();

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What nobody loses: the page's own values, buttons, and passwords, which browsers fill in by themselves. */
const IGNORED_TYPES: ReadonlySet<string> = new Set(["hidden", "password", "submit", "button", "reset", "image"]);

function isControl(element: Element): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element.tagName === "TEXTAREA";
}

/** What a control holds now, or what the server gave it; without what is empty. */
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

/** What the controls of a form hold, as a text to be compared: all of them, or those of one name. */
export function contentsOf(form: HTMLFormElement, isNow: boolean, only?: string): string {
  const controls = [...form.elements].filter(isControl);
  const held = controls
    .filter(({ name, type }) => name !== "" && !IGNORED_TYPES.has(type) && (only ?? name) === name)
    .map((control) => [control.name, valuesOf(control, isNow)] as const)
    .filter(([, values]) => values.length > 0);
  return JSON.stringify(held);
}

/** Watches a form until `end` is called. `isReturned`: the server gave it back unsaved, so all of it is a change. */
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
    /** Call it when nothing is under way any more: what was sent is saved, unless it came back. */
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
