import { type RefObject, useEffect, useRef } from "react";

/** Shows a dialog over the page for as long as `isShown`, and keeps the focus in it. */
export function useModal(isShown: boolean): RefObject<HTMLDialogElement> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isShown]);
  return dialog;
}
