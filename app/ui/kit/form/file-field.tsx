import { type ReactNode, useRef, useState } from "react";
import { FileSize } from "~/ui/kit/format/file-size";
import { controlAttributes, controlClass, FieldGroup, type FieldProps } from "./field-group";
import { useFileDrop } from "./file-drop";
import { useField } from "./form-kit";

/** Asks again for the files of a refused form, by name. */
function chooseAgain(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  const [last] = quoted.slice(-1);
  const listed = quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} and ${last}` : last;
  return `Choose ${listed} again: a browser does not keep ${quoted.length > 1 ? "chosen files" : "a chosen file"}.`;
}

/** More files than any form takes. */
const NAMED = 20;

/** A file input. Browsers do not let a page restore a chosen file, so a refused form asks for it again. */
export function FileField({
  name,
  label,
  hint,
  accept,
  multiple,
}: FieldProps & { hint: ReactNode; accept: string; multiple?: boolean }) {
  const { id, constraint, errors, chosenFiles } = useField(name);
  const [chosen, setChosen] = useState<readonly File[] | null>(null);
  const control = useRef<HTMLInputElement>(null);
  const isOver = useFileDrop(control);
  // A file that was refused itself would be refused again.
  const isGood = (chosen: string) =>
    multiple ? !errors.some(({ fileName }) => fileName === chosen) : errors.length === 0;
  const goodFiles = chosenFiles.filter(isGood);
  const again = goodFiles.length > 0 && chosen === null && (
    <strong className="glip-choose-again">{chooseAgain(goodFiles)}</strong>
  );
  const hintWithNames = (
    <>
      {hint}
      <span className="glip-file-drop">
        {" "}
        You can also drop {multiple ? "files" : "the file"} anywhere on this page.
      </span>
      {again}
    </>
  );
  const description = { id, name, label, hint: hintWithNames, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        ref={control}
        className={controlClass(isOver ? "glip-file-input glip-file-input--over" : "glip-file-input", errors)}
        type="file"
        accept={accept}
        multiple={multiple}
        onInput={({ currentTarget }) => setChosen([...(currentTarget.files ?? [])])}
      />
      {/* A browser names one file, but only counts several. */}
      {chosen && chosen.length > 1 && chosen.length <= NAMED && (
        <ul className="usa-hint">
          {chosen.map(({ name, size }) => (
            <li key={name}>
              {name} (<FileSize bytes={size} />)
            </li>
          ))}
        </ul>
      )}
    </FieldGroup>
  );
}
