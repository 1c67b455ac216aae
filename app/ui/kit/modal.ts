import { type RefObject, useEffect, useRef } from "react";

/** Shows a modal dialog, which keeps the focus inside, while `isShown` is true. */
export function useModal(isShown: boolean): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isShown]);
  return dialog;
}
