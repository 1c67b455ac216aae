import { createContext, useContext } from "react";
import { FORM_KEY_FIELD } from "~/http/form-words";

/** The key that the server gave this reading of the page; null for who is not signed in. */
export const FormKeyContext = createContext<string | null>(null);

/** Goes with a form, so that it is taken once, however often it is sent. */
export function FormKeyField() {
  const formKey = useContext(FormKeyContext);
  return formKey && <input type="hidden" name={FORM_KEY_FIELD} value={formKey} />;
}
