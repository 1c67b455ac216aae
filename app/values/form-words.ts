/** The hidden field with a form's key, by which the server recognizes the form when it is sent again. */
export const FORM_KEY_FIELD = "formKey";

/** The hidden field of an edit form: when the record was last changed before the form read it. */
export const READ_AT_FIELD = "readAt";

/**
 * The header of a form that the page's script sends. The server then responds in JSON: where to go, or what is wrong.
 * This is not the Accept header, because a program that accepts JSON may still want the redirect.
 */
export const FORM_SCRIPT_HEADER = "x-form-script";

/**
 * The header's value if the script found a fault in the files and sends only the fields. The server checks them and refuses
 * the form in any case.
 */
export const ONLY_FIELDS = "only fields";

/** The form with which people choose the columns of a list, in its action's query, and its button for the usual ones. */
export const CHOOSE_COLUMNS = "chooseColumns";
export const USUAL_COLUMNS = "usual";
