import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useHasScripts } from "~/ui/kit/has-scripts";
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
}: Omit<FieldProps, "label"> & {
  label: string;
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
      <div className="glip-password">
        <input
          ref={input}
          {...controlAttributes(description, constraint)}
          className={controlClass("usa-input", errors)}
          type="password"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordToggle input={input} label={label} />
      </div>
      {autoComplete === "new-password" && <PasswordMeter input={input} about={about} />}
    </FieldGroup>
  );
}

/** Shows what is typed, until the form is sent. Only scripts can. */
function PasswordToggle({ input, label }: { input: RefObject<HTMLInputElement>; label: string }) {
  const [isShown, setShown] = useState(false);
  const hasScripts = useHasScripts();
  const show = useCallback(
    (next: boolean) => {
      if (input.current) input.current.type = next ? "text" : "password";
      setShown(next);
    },
    [input],
  );
  useEffect(() => {
    const form = input.current?.form;
    // Before the browser sends it, because some browsers keep text that they could see.
    const hide = () => show(false);
    form?.addEventListener("submit", hide, { capture: true });
    return () => form?.removeEventListener("submit", hide, { capture: true });
  }, [input, show]);
  if (!hasScripts) return null;
  return (
    <button
      className="usa-button usa-button--outline"
      type="button"
      aria-controls={input.current?.id}
      onClick={() => show(!isShown)}
    >
      {isShown ? "Hide" : "Show"}
      <span className="usa-sr-only"> {label.toLowerCase()}</span>
    </button>
  );
}
