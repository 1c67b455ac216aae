import { type RefObject, useEffect, useRef } from "react";

/**
 * Shows a modal dialog, which keeps the focus inside, while `isShown` is true. The focus begins at its heading, if that has a
 * `tabIndex`, so that a screen reader begins at the top; else at its first control.
 */
export function useModal(isShown: boolean): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!isShown) return dialog.current?.close();
    dialog.current?.showModal();
    dialog.current?.querySelector("h2")?.focus();
  }, [isShown]);
  return dialog;
}
