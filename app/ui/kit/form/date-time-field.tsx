import { controlAttributes, controlClass, FieldGroup, type FieldProps } from "./field-group";
import { useField } from "./form-kit";

/** The parts of a stored date and time that such an input cannot hold: its zone, and zero seconds. */
const BEYOND_MINUTES = /(:00(\.0+)?)?Z$/;

/** A date and time in UTC; the label has to say so. The browser shows and sends it without a zone. */
export function DateTimeField({ name, label, hint }: FieldProps) {
  const { id, constraint, values, errors } = useField(name);
  const description = { id, name, label, hint, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        type="datetime-local"
        defaultValue={values[0]?.replace(BEYOND_MINUTES, "")}
      />
    </FieldGroup>
  );
}
