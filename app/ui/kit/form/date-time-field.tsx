import { useContext } from "react";
import { TimeZoneContext } from "~/ui/kit/time-zone";
import { localTimeOf } from "~/values/time-zone";
import { controlAttributes, controlClass, FieldGroup, type FieldProps } from "./field-group";
import { useField } from "./form-kit";

/** A date and time in the agency's zone, which the hint names. The form's `toInput` is `localTimes`. */
export function DateTimeField({ name, label, hint }: FieldProps) {
  const { id, constraint, values, errors } = useField(name);
  const zone = useContext(TimeZoneContext);
  const description = { id, name, label, hint: [`In ${zone.name}.`, hint].filter(Boolean).join(" "), errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        type="datetime-local"
        defaultValue={values[0] && shownValue(values[0], zone.id)}
      />
    </FieldGroup>
  );
}

/** A stored instant as local time; what someone typed, which has no zone, as it is. */
function shownValue(value: string, timeZone: string): string {
  const instant = value.endsWith("Z") ? new Date(value) : null;
  if (instant === null || Number.isNaN(instant.getTime())) return value;
  const { day, hour, minute, second } = localTimeOf(timeZone, instant);
  return `${day}T${hour}:${minute}${second === "00" ? "" : `:${second}`}`;
}
