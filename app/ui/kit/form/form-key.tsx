import { createContext, useContext } from "react";
import { FORM_KEY_FIELD, READ_AT_FIELD } from "~/values/form-words";

/** The key that the server gave to this load of the page. Null for people who are not signed in. */
export const FormKeyContext = createContext<string | null>(null);

/** A hidden field that lets the server accept a form only once, however often it arrives. */
export function FormKeyField() {
  const formKey = useContext(FormKeyContext);
  return formKey && <input type="hidden" name={FORM_KEY_FIELD} value={formKey} />;
}

/** A hidden field that lets the server refuse an edit if someone else saved changes in the meantime. */
export function ReadAtField({ value }: { value: string | null }) {
  return value && <input type="hidden" name={READ_AT_FIELD} value={value} />;
}
