import { useRef } from "react";
import { controlAttributes, controlClass, FieldGroup, type FieldProps, standingLimit } from "./field-group";
import { useField } from "./form-kit";
import { PasswordMeter } from "./password-meter";

const NOTHING: readonly string[] = [];

/** A password input. The page never restores a password, so a refused form loses it. */
export function PasswordField({
  name,
  label,
  hint,
  autoComplete,
  about = NOTHING,
}: FieldProps & {
  autoComplete: "current-password" | "new-password";
  /** For a new password: what the page knows about the person, which the password should not contain. */
  about?: readonly string[];
}) {
  const input = useRef<HTMLInputElement>(null);
  const { id, constraint, errors } = useField(name);
  const limit = autoComplete === "new-password" ? standingLimit(constraint) : undefined;
  const description = { id, name, label, hint, limit, errors };
  return (
    <FieldGroup required={constraint.required ?? false} {...description}>
      <input
        ref={input}
        {...controlAttributes(description, constraint)}
        className={controlClass("usa-input", errors)}
        type="password"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
      />
      {autoComplete === "new-password" && <PasswordMeter input={input} about={about} />}
    </FieldGroup>
  );
}
