import { createContext, useContext } from "react";
import { FORM_KEY_FIELD, READ_AT_FIELD } from "~/values/form-words";

/** The key that the server gave this reading of the page; null for who is not signed in. */
export const FormKeyContext = createContext<string | null>(null);

/** Goes with a form, so that it is taken once, however often it is sent. */
export function FormKeyField() {
  const formKey = useContext(FormKeyContext);
  return formKey && <input type="hidden" name={FORM_KEY_FIELD} value={formKey} />;
}

/** Goes with a form that edits a record, so that it undoes nothing that somebody else saved meanwhile. */
export function ReadAtField({ value }: { value: string | null }) {
  return value && <input type="hidden" name={READ_AT_FIELD} value={value} />;
}
