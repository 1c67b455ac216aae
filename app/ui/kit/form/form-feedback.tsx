import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { withErrorPrefix, withoutErrorPrefix } from "~/ui/kit/page/title";
import type { FieldErrors } from "~/values/errors";
import { errorWithLabel } from "./field-group";
import { FormKeyField } from "./form-key";
import { useStandingErrors } from "./form-watch";

type ErrorSummaryProps = {
  errors: FieldErrors | undefined;
  /** An error that concerns the whole form. */
  formError?: string | null;
  labels: Record<string, string>;
  /** As that of the form's `FormKit`. */
  idPrefix?: string;
};

/**
 * All errors, above the form, each with a link to its field. It takes the focus when it appears, with or without
 * scripts, and changes the page's title.
 */
export function ErrorSummary({ errors, formError, labels, idPrefix = "" }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors || formError) box.current?.focus();
  }, [errors, formError]);

  // In the order of the form's labels.
  const order = Object.keys(labels);
  const standing = useStandingErrors(errors);
  const entries = Object.entries(standing ?? {})
    .sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    .flatMap(([name, errors]) => errors.map((error) => ({ name, error })));
  const count = entries.length + (formError ? 1 : 0);
  useErrorTitle(count > 0);
  if (count === 0) return null;
  return (
    <div
      className="usa-alert usa-alert--error glip-error-summary"
      // Screen readers should not read it again each time someone corrects an error.
      role={standing === errors ? "alert" : undefined}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: people should read the errors of a refused form first
      autoFocus
      ref={box}
    >
      <div className="usa-alert__body">
        <h2 className="usa-alert__heading">{count === 1 ? "There is a problem" : `There are ${count} problems`}</h2>
        {formError && <p className="usa-alert__text">{formError}</p>}
        {entries.length > 0 && (
          <ul className="glip-error-summary__list">
            {entries.map(({ name, error }) => (
              <li key={`${name} ${error.message}`}>
                <a className="usa-link" href={`#${idPrefix}${name}`}>
                  {errorWithLabel(labels[name], error)}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The server puts the error into the title of a page that it renders. This does the same for a page that stays. */
function useErrorTitle(isRefused: boolean): void {
  useEffect(() => {
    if (!isRefused) return;
    document.title = withErrorPrefix(document.title);
    return () => {
      document.title = withoutErrorPrefix(document.title);
    };
  }, [isRefused]);
}

type ConfirmedActionProps = {
  /** The text of the button that opens it, such as "Delete this call". */
  label: ReactNode;
  /** What will happen. */
  children: ReactNode;
  /** The form's action, which names one of several forms on a page. */
  action?: string;
  /** Values of hidden fields, without those that are null. */
  fields?: Record<string, string | null>;
  confirmLabel: ReactNode;
  pendingText: string;
  /** Whether the button that opens it looks like a link, because there are many or few people need it. */
  isQuiet?: boolean;
  /** What the browser does besides, when the form is sent. */
  onConfirm?: () => void;
  /** Whether the button that does it is red. False for an action that publishes or restores something. */
  isDestructive?: boolean;
};

/** An action that cannot be undone, behind a second press. It opens without scripts too. */
export function ConfirmedAction(props: ConfirmedActionProps) {
  const {
    label,
    children,
    action,
    fields = {},
    confirmLabel,
    pendingText,
    isQuiet = false,
    isDestructive = true,
    onConfirm,
  } = props;
  return (
    <details className="glip-confirm">
      <summary className={isQuiet ? "usa-button usa-button--unstyled" : "usa-button usa-button--outline"}>
        {label}
      </summary>
      <div className="glip-confirm__body">
        <div>{children}</div>
        <Form method="post" action={action} onSubmit={onConfirm}>
          {Object.entries(fields).map(
            ([name, value]) => value !== null && <input type="hidden" key={name} name={name} value={value} />,
          )}
          <SubmitButton variant={isDestructive ? "secondary" : undefined} pendingText={pendingText}>
            {confirmLabel}
          </SubmitButton>
        </Form>
      </div>
    </details>
  );
}

type SubmitButtonProps = {
  children: ReactNode;
  pendingText: string;
  variant?: "outline" | "secondary" | "unstyled";
  /** For forms with several buttons: the value of this one. */
  name?: string;
  value?: string;
  /** Where this button sends the form instead of the form's own action. */
  formAction?: string;
};

/**
 * Submits its form once. While any form of the page is being sent, a second press does nothing. Without scripts, the
 * form's key prevents a second submission.
 */
export function SubmitButton({ children, pendingText, variant, name, value, formAction }: SubmitButtonProps) {
  const isPending = useNavigation().formData !== undefined;
  // The navigation does not say which button was pressed, so each button remembers it.
  const [wasPressed, setWasPressed] = useState(false);
  useEffect(() => {
    if (!isPending) setWasPressed(false);
  }, [isPending]);

  return (
    <>
      <FormKeyField />
      <button
        className={variant ? `usa-button usa-button--${variant}` : "usa-button"}
        type="submit"
        name={name}
        value={value}
        formAction={formAction}
        aria-disabled={isPending || undefined}
        onClick={(event) => {
          // The second click of a double click arrives before this component sees the navigation.
          if (isPending || event.detail > 1) event.preventDefault();
          else setWasPressed(true);
        }}
      >
        {isPending && wasPressed ? pendingText : children}
      </button>
    </>
  );
}
