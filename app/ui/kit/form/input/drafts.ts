/*
 * Text that someone typed and has not saved. The browser keeps it for this tab until it is saved, discarded, or its writer
 * signs out. A visitor's text goes when someone signs in.
 */

export interface Draft {
  /** When it was last changed, as a number of milliseconds. */
  at: number;
  /** The values of each control that has another value than the server sent, by name and in their order. */
  values: Record<string, string[]>;
  /** For an edit: when the record had last been changed. */
  readAt?: string;
}

const PREFIX = "draft ";

/** The name of a form's draft. @param person the email of its writer; undefined for a visitor, who is not signed in */
export const draftKey = (person: string | undefined, form: string) => `${PREFIX}${person ?? ""} ${form}`;

/** Some browsers refuse their storage altogether, or have no room left. The form then works without it. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}

/** Text typed just before someone signed out must not be kept after it. */
let isSignedOut = false;

export function keepDraft(key: string, draft: Draft): void {
  if (!isSignedOut) withStorage((storage) => storage.setItem(key, JSON.stringify(draft)));
}

export const forgetDraft = (key: string) => withStorage((storage) => storage.removeItem(key));

export const readDraft = (key: string) => withStorage((storage): Draft | null => JSON.parse(`${storage.getItem(key)}`));

/** Removes the drafts of everyone when someone signs out, or of everyone but the person who is signed in. */
export function forgetDrafts(except?: string): void {
  isSignedOut = except === undefined;
  removeDrafts((key) => key.startsWith(PREFIX) && (except === undefined || !key.startsWith(draftKey(except, ""))));
}

/** Removes the drafts of a visitor who is not signed in. */
export const forgetVisitorsDrafts = () => removeDrafts((key) => key.startsWith(draftKey(undefined, "")));

function removeDrafts(isRemoved: (key: string) => boolean): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage).filter(isRemoved)) storage.removeItem(key);
  });
}
