import { useEffect, useRef, useState } from "react";
import { ueiWarnings } from "~/domain/organization/uei";
import { controlAttributes, controlClass, FieldGroup, type FieldProps, standingLimit } from "~/ui/kit/form/field-group";
import { useField } from "~/ui/kit/form/form-kit";
import { widthClass } from "~/ui/kit/form/input/field-width";

/** A warning about a UEI, or null. */
export function ueiAdvice(uei: string): string | null {
  const warnings = ueiWarnings(uei);
  return warnings.length === 0 ? null : `Check this UEI: ${warnings.join(", and ")}.`;
}

/** A field for a UEI that warns while someone types. */
export function UeiField({ name, label, hint }: FieldProps) {
  const { id, constraint, values, errors } = useField(name);
  const control = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(values[0] ?? "");
  // When someone returns to a page, the browser restores the text without an event.
  useEffect(() => setTyped(control.current?.value ?? ""), []);
  const advice = ueiAdvice(typed);
  const description = { id, name, label, hint, limit: standingLimit(constraint), errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        ref={control}
        className={controlClass(`usa-input${widthClass(name)}`, errors)}
        type="text"
        spellCheck={false}
        defaultValue={values[0]}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="usa-hint" role="status">
        {advice && `${advice} You can still save it.`}
      </div>
    </FieldGroup>
  );
}
