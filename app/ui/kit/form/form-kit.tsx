import { createContext, type ReactNode, useContext } from "react";
import type { FieldError, FieldErrors } from "~/values/errors";
import type { FieldConstraint, FieldConstraints } from "~/web/forms/form-state";
import type { FieldValues } from "./field-values";
import { FormWatch, useStandingErrors } from "./form-watch";

type FormContextValue = {
  /** The rules of the fields that the form shows. */
  constraints: FieldConstraints;
  values: FieldValues;
  errors: FieldErrors | undefined;
  /** What the ids of its fields begin with, on a page where several forms have a field of one name. */
  idPrefix?: string;
  /** The names of the files that a refused form had. */
  chosenFiles?: readonly string[];
};

type FormKitProps = FormContextValue & {
  children: ReactNode;
  /** Whether to ask before someone leaves unsaved changes. False for forms that save nothing, such as signing in. */
  asksBeforeLeaving?: boolean;
};

const FormContext = createContext<FormContextValue | null>(null);

/**
 * Gives the fields inside it their constraints, values and errors. Put it into a form with noValidate, so that people
 * see the server's messages and not the browser's.
 */
export function FormKit({ children, asksBeforeLeaving = true, ...state }: FormKitProps) {
  const errors = useStandingErrors(state.errors);
  return (
    <FormContext.Provider value={{ ...state, errors }}>
      <FormWatch values={state.values} errors={state.errors} asksBeforeLeaving={asksBeforeLeaving} />
      {explainsStar(state.constraints) && <RequiredNote />}
      {children}
    </FormContext.Provider>
  );
}

/** With only one field, the star explains itself. */
function explainsStar(fields: FieldConstraints): boolean {
  const constraints = Object.values(fields);
  return constraints.length > 1 && constraints.some(({ required }) => required);
}

function RequiredNote() {
  return (
    <p className="glip-required-note">
      Required fields are marked with a red asterisk (<span className="usa-hint--required">*</span>).
    </p>
  );
}

type FieldState = {
  /** The id of its control on the page. */
  id: string;
  constraint: FieldConstraint;
  values: string[];
  errors: readonly FieldError[];
  chosenFiles: readonly string[];
};

export function useField(name: string): FieldState {
  const form = useContext(FormContext);
  if (form === null) throw new Error(`The field "${name}" is outside a FormKit.`);
  const value = form.values[name];
  return {
    id: (form.idPrefix ?? "") + name,
    constraint: form.constraints[name] ?? {},
    values: value === undefined ? [] : Array.isArray(value) ? value : [value],
    errors: form.errors?.[name] ?? [],
    chosenFiles: form.chosenFiles ?? [],
  };
}
