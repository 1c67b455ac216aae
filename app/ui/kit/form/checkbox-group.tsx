import type { ReactNode } from "react";
import { labelOf as wordingOf } from "~/values/labels";
import { describedBy, FieldDescription, formGroupClass, RequiredMark } from "./field-group";
import { useField } from "./form-kit";
import { type ChoiceProps, worded } from "./options";

type GroupProps = ChoiceProps & { name: string; legend: ReactNode; hint?: ReactNode };

/** A group of checkboxes, sent as repeated fields of one name. */
export function CheckboxGroup({ name, legend, hint, options, labelOf = wordingOf }: GroupProps) {
  const { id, constraint, values, errors } = useField(name);
  const description = { id, label: legend, hint, errors };
  return (
    <div className={formGroupClass(errors)}>
      <fieldset className="usa-fieldset" aria-describedby={describedBy(description)}>
        <legend className={errors.length > 0 ? "usa-label usa-label--error" : "usa-label"}>
          {legend}
          {constraint.required && <RequiredMark />}
        </legend>
        <FieldDescription {...description} />
        {worded(options ?? constraint.options ?? [], labelOf).map((option, index) => {
          // The first has the field's own id, so that the error summary can link to it.
          const optionId = index === 0 ? id : `${id}-${option.value}`;
          return (
            <div key={option.value} className="usa-checkbox">
              <input
                className="usa-checkbox__input"
                id={optionId}
                name={name}
                type="checkbox"
                value={option.value}
                defaultChecked={values.includes(option.value)}
              />
              <label className="usa-checkbox__label" htmlFor={optionId}>
                {option.label}
              </label>
            </div>
          );
        })}
      </fieldset>
    </div>
  );
}
