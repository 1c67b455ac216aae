import { type ReactNode, useState } from "react";
import { controlAttributes, controlClass, FieldGroup, type FieldProps } from "./field-group";
import { useField } from "./form-kit";

/** Asks again for the files of a refused form, by name. */
function chooseAgain(names: readonly string[]): string {
  const quoted = names.map((name) => `“${name}”`);
  const [last] = quoted.slice(-1);
  const listed = quoted.length > 1 ? `${quoted.slice(0, -1).join(", ")} and ${last}` : last;
  return `Choose ${listed} again: a browser does not keep ${quoted.length > 1 ? "chosen files" : "a chosen file"}.`;
}

/** A file input. Browsers do not let a page restore a chosen file, so a refused form asks for it again. */
export function FileField({
  name,
  label,
  hint,
  accept,
  multiple,
}: FieldProps & { hint: ReactNode; accept: string; multiple?: boolean }) {
  const { id, constraint, errors, chosenFiles } = useField(name);
  const [isChosen, setChosen] = useState(false);
  // A file that was refused itself would be refused again.
  const isGood = (chosen: string) =>
    multiple ? !errors.some(({ fileName }) => fileName === chosen) : errors.length === 0;
  const goodFiles = chosenFiles.filter(isGood);
  const again = goodFiles.length > 0 && !isChosen && (
    <strong className="glip-choose-again">{chooseAgain(goodFiles)}</strong>
  );
  const hintWithNames = (
    <>
      {hint}
      {again}
    </>
  );
  const description = { id, name, label, hint: hintWithNames, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        className={controlClass("glip-file-input", errors)}
        type="file"
        accept={accept}
        multiple={multiple}
        onInput={() => setChosen(true)}
      />
    </FieldGroup>
  );
}
