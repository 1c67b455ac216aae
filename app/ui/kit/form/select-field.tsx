import { labelOf as wordingOf } from "~/values/labels";
import { controlAttributes, controlClass, FieldGroup, type FieldProps } from "./field-group";
import { useField } from "./form-kit";
import { SelectOptions } from "./input/select-options";
import { type ChoiceProps, worded } from "./options";

type SelectFieldProps = FieldProps & ChoiceProps & { emptyLabel?: string | null };

/**
 * A drop-down list. It has an empty choice even if the field is required, so nobody chooses by accident. Pass null to
 * leave it out if the field cannot be empty.
 */
export function SelectField({
  name,
  label,
  hint,
  options,
  labelOf = wordingOf,
  emptyLabel = "- Select -",
}: SelectFieldProps) {
  const { id, constraint, values, errors } = useField(name);
  const description = { id, name, label, hint, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <select
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-select", errors)}
        defaultValue={values[0] ?? ""}
      >
        {emptyLabel !== null && <option value="">{emptyLabel}</option>}
        <SelectOptions options={worded(options ?? constraint.options ?? [], labelOf)} />
      </select>
    </FieldGroup>
  );
}
