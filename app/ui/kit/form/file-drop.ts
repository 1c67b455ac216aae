import { type RefObject, useEffect, useState } from "react";

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;

const isFileInput = (target: EventTarget | null) => target instanceof HTMLInputElement && target.type === "file";

/** The field that takes a file which is dropped beside it: the only one that the page shows. */
function onlyFileInput(): HTMLInputElement | null {
  const shown = [...document.querySelectorAll<HTMLInputElement>("main input[type=file]")].filter((input) =>
    input.checkVisibility(),
  );
  return shown.length === 1 ? (shown[0] ?? null) : null;
}

/**
 * Lets people drop files anywhere on the page, and not only on the field, which browsers do by themselves. Without this,
 * a file that misses the field replaces the page, and what was typed is lost.
 * @returns whether someone drags files over the page that the field would take
 */
export function useFileDrop(field: RefObject<HTMLInputElement>): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const takes = () => field.current !== null && onlyFileInput() === field.current;
    const over = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      setOver(takes());
      if (!isFileInput(event.target)) event.preventDefault();
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!carriesFiles(event) || isFileInput(event.target)) return;
      event.preventDefault();
      const { current: input } = field;
      const files = event.dataTransfer?.files;
      // A field for one file would keep several, without a word.
      if (!input || !files || !takes() || (files.length > 1 && !input.multiple)) return;
      input.files = files;
      for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }));
      input.focus();
    };
    const listeners = { dragover: over, dragleave: leave, drop };
    for (const [type, listener] of Object.entries(listeners))
      document.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(listeners))
        document.removeEventListener(type, listener as EventListener);
    };
  }, [field]);
  return isOver;
}
