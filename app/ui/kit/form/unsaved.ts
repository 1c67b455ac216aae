/*
 * Which forms of the page have unsaved changes. A form is compared with what the server sent only when someone is about to
 * leave, so an undone change does not count.
 */

interface WatchedForm {
  isUnsaved: () => boolean;
  /** Whether the browser keeps what is typed. */
  isKept: boolean;
}

/** Where a form leads whose sender is no longer signed in. It is not saved then. */
const SIGN_IN = "/login";

const watched = new Set<WatchedForm>();

/** Whether any form of the page has unsaved changes. */
export const hasUnsaved = () => [...watched].some((form) => form.isUnsaved());

/** Whether the browser keeps all unsaved changes of the page, except chosen files. */
export const isAllKept = () => [...watched].every((form) => form.isKept || !form.isUnsaved());

/** Lets someone leave the page without a question, because its forms belong to someone who is no longer signed in. */
export const discardUnsaved = () => watched.clear();

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Controls whose values nobody typed: the page's own values and buttons. */
const IGNORED_TYPES: ReadonlySet<string> = new Set(["hidden", "submit", "button", "reset", "image"]);
/** Browsers fill in passwords, and no draft keeps one. A password that is shown has the type of a text. */
const isPassword = ({ type, autocomplete }: Control) => type === "password" || autocomplete.endsWith("-password");

function isControl(element: Element): element is Control {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element.tagName === "TEXTAREA";
}

/** The values of a control now, or as the server sent it, without empty ones. */
export function valuesOf(control: Control, isNow: boolean): string[] {
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

/** The controls in which someone may have typed or chosen something. */
export function controlsOf(form: HTMLFormElement): Control[] {
  const named = [...form.elements]
    .filter(isControl)
    .filter(({ name, type }) => name !== "" && !IGNORED_TYPES.has(type));
  return named.filter((control) => !isPassword(control));
}

/** The values of a form's controls as text to compare: of all controls, or those with one name. */
export function contentsOf(form: HTMLFormElement, isNow: boolean, only?: string): string {
  const held = controlsOf(form)
    .filter(({ name }) => (only ?? name) === name)
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
    isKept: false,
  };
  const { pathname } = window.location;
  const send = () => {
    isSent = true;
  };
  watched.add(own);
  form.addEventListener("submit", send);
  return {
    ...own,
    /** Whether the server sent it back unsaved, so that its given values are not the saved ones. */
    isWhole: () => isUnsavedAnyway,
    setKept: () => {
      own.isKept = true;
    },
    wasSent: () => isSent,
    /** Whether it led to another page, which shows that it was saved. */
    isDone: () => isSent && ![pathname, SIGN_IN].includes(window.location.pathname),
    /** Call it after each navigation: a form that was sent is saved, unless it came back. Returns whether it is. */
    settle(cameBack: boolean): boolean {
      if (!isSent) return false;
      isSent = false;
      isUnsavedAnyway = cameBack;
      given = contentsOf(form, true);
      return !cameBack;
    },
    end() {
      watched.delete(own);
      form.removeEventListener("submit", send);
    },
  };
}
