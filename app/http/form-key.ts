/** The hidden field of a form by which the server knows it when it is sent again. */
export const FORM_KEY_FIELD = "formKey";
