import { useEffect, useLayoutEffect, useState } from "react";
import { useHasScripts } from "./has-scripts";
import { useModal } from "./modal";

/** A key of a page, and what it reaches: a link, button or checkbox is pressed, another field gets the focus. */
export interface Shortcut {
  keys: readonly string[];
  words: string;
  /** The CSS selector of what it reaches. With `step`, of all of which it reaches the next or previous one. */
  target: string;
  step?: 1 | -1;
}

const HELP_KEY = "?";

/** Runs with the commit that shows a page, so that no key is lost between them. On the server, React warns of a layout effect. */
const useCommitEffect = typeof document === "undefined" ? useEffect : useLayoutEffect;

/**
 * Shortcuts of one key, and a dialog that lists them. They do nothing while someone types, with a modifier key, or while a
 * dialog is open. Needs scripts: without them, there is no hint either.
 * @param isOn whether the reader has not turned them off, which WCAG 2.1.4 requires to be possible
 */
export function Shortcuts({ isOn, shortcuts }: { isOn: boolean; shortcuts: readonly Shortcut[] }) {
  const hasScripts = useHasScripts();
  const [isListed, setIsListed] = useState(false);
  const dialog = useModal(isListed);
  useCommitEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (!isShortcut(event)) return;
      if (event.key === HELP_KEY) setIsListed(true);
      else {
        const shortcut = shortcuts.find(({ keys }) => keys.includes(event.key));
        if (!shortcut || !reach(shortcut)) return;
      }
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn, shortcuts]);
  if (!isOn) return null;
  return (
    <>
      <button
        type="button"
        // Its place is kept, so that nothing moves when the scripts arrive.
        className={`usa-button usa-button--unstyled glip-shortcuts${hasScripts ? "" : " glip-shortcuts--waiting"}`}
        onClick={() => setIsListed(true)}
      >
        Shortcuts: <kbd>{HELP_KEY}</kbd>
      </button>
      <dialog
        ref={dialog}
        className="glip-session"
        aria-labelledby={isListed ? "shortcuts-heading" : undefined}
        onClose={() => setIsListed(false)}
      >
        {isListed && (
          <>
            <h2 id="shortcuts-heading" tabIndex={-1}>
              Keyboard shortcuts
            </h2>
            <dl className="glip-keys">
              {[...shortcuts, { keys: [HELP_KEY], words: "List the shortcuts" }].map(({ keys, words }) => (
                <div key={words}>
                  <dt>
                    {keys.map((key, index) => (
                      <span key={key}>
                        {index > 0 && " or "}
                        <kbd>{key}</kbd>
                      </span>
                    ))}
                  </dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
            <p>
              You can turn them off on the page <a href="/account">Your account</a>.
            </p>
            <button type="button" className="usa-button" onClick={() => setIsListed(false)}>
              Close
            </button>
          </>
        )}
      </dialog>
    </>
  );
}

/** Where a letter is typed or chooses something. */
const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable]:not([contenteditable=false])";

function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing || event.repeat) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (document.querySelector("dialog[open]")) return false;
  return !(event.target instanceof Element && event.target.closest(FIELDS));
}

/** @returns whether the page has what the shortcut reaches */
function reach({ target, step }: Shortcut): boolean {
  const all = [...document.querySelectorAll<HTMLElement>(target)];
  const found = step === undefined ? all[0] : all[nextIndex(all, step)];
  if (!found) return false;
  for (let at = found.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
  if (step === undefined && found.matches("a, button, input[type=checkbox]")) found.click();
  else found.focus();
  return true;
}

/** The place of the next or previous one after the one that has the focus; of the first one if none has. */
function nextIndex(all: readonly HTMLElement[], step: 1 | -1): number {
  const focused = document.activeElement;
  const present = all.findIndex((one) => one === focused || (focused !== null && one.closest("tr")?.contains(focused)));
  return present < 0 ? 0 : Math.min(Math.max(present + step, 0), all.length - 1);
}
