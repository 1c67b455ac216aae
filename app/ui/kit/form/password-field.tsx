import { controlAttributes, controlClass, FieldGroup, type FieldProps, limitHint } from "./field-group";
import { useField } from "./form-kit";

/** A password is never put back into the page, so it is the one thing a refused form loses. */
export function PasswordField({
  name,
  label,
  hint,
  autoComplete,
}: FieldProps & { autoComplete: "current-password" | "new-password" }) {
  const { constraint, errors } = useField(name);
  const limit = autoComplete === "new-password" ? limitHint(constraint) : undefined;
  const description = { name, label, hint, limit, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        type="password"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
      />
    </FieldGroup>
  );
}
