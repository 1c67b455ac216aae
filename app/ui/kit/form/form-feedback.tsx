import { Form, useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { withErrorPrefix, withoutErrorPrefix } from "~/ui/kit/page/title";
import type { FieldErrors } from "~/values/errors";
import { faultOf } from "./field-group";
import { FormKeyField } from "./form-key";
import { useStandingErrors } from "./form-watch";

type ErrorSummaryProps = {
  errors: FieldErrors | undefined;
  /** What is wrong with the form as a whole. */
  formError?: string | null;
  labels: Record<string, string>;
};

/**
 * Everything that was wrong, above the form, each with a link to its field. Takes the focus when it appears, with scripts
 * and without, and has the page's title say so.
 */
export function ErrorSummary({ errors, formError, labels }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (errors || formError) box.current?.focus();
  }, [errors, formError]);

  // In the order of the form, which is that of its labels.
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
      // What is left of it while faults are corrected is not read out each time.
      role={standing === errors ? "alert" : undefined}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: it is what a refused form is about, and the first thing to be read of it
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
                <a className="usa-link" href={`#${name}`}>
                  {faultOf(labels[name], error)}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** The server says it in the title of the page that it renders; here it is said of one that stays where it is. */
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
  /** On the button that opens it, which says what is meant: "Delete this call". */
  label: ReactNode;
  /** What will happen, before it does. */
  children: ReactNode;
  /** The form's action: which of the page's forms it is; none where the page has one. */
  action?: string;
  /** Values that the form carries. */
  fields?: Record<string, string>;
  confirmLabel: ReactNode;
  pendingText: string;
};

/** An action that cannot be taken back, behind a second press; it opens without scripts too. */
export function ConfirmedAction(props: ConfirmedActionProps) {
  const { label, children, action, fields = {}, confirmLabel, pendingText } = props;
  return (
    <details className="glip-confirm">
      <summary className="usa-button usa-button--outline">{label}</summary>
      <div className="glip-confirm__body">
        <div>{children}</div>
        <Form method="post" action={action}>
          {Object.entries(fields).map(([name, value]) => (
            <input type="hidden" key={name} name={name} value={value} />
          ))}
          <SubmitButton variant="secondary" pendingText={pendingText}>
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
  /** For forms with several buttons: which one was pressed. */
  name?: string;
  value?: string;
};

/**
 * Sends its form once: while a form of the page is on its way, pressing again does nothing. Where no script stops the
 * second press, the key that it puts into the form does.
 */
export function SubmitButton({ children, pendingText, variant, name, value }: SubmitButtonProps) {
  const isPending = useNavigation().formData !== undefined;
  // Which of a page's buttons was pressed is nowhere in the navigation, so each remembers it for itself.
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
        aria-disabled={isPending || undefined}
        onClick={(event) => {
          // The second click of two comes before the navigation that the first began is known here.
          if (isPending || event.detail > 1) event.preventDefault();
          else setWasPressed(true);
        }}
      >
        {isPending && wasPressed ? pendingText : children}
      </button>
    </>
  );
}
