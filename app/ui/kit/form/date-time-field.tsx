import { controlAttributes, controlClass, FieldGroup, type FieldProps } from "./field-group";
import { useField } from "./form-kit";

/** What a stored moment has beyond what such a field can hold: its zone, and seconds that are none. */
const BEYOND_MINUTES = /(:00(\.0+)?)?Z$/;

/** A day and a time in UTC, which its label says. The browser shows and sends it without a zone. */
export function DateTimeField({ name, label, hint }: FieldProps) {
  const { constraint, values, errors } = useField(name);
  const description = { name, label, hint, errors };
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
