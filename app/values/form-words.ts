/** The hidden field of a form by which the server knows it when it is sent again. */
export const FORM_KEY_FIELD = "formKey";

/** The hidden field of a form that edits a record: when the record was last changed before it was read. */
export const READ_AT_FIELD = "readAt";

/**
 * Borne by a form that a script of the page sends, which is answered in JSON: where to go, or what is wrong. A header of
 * its own, since a program that sends the same form may say that it reads JSON and yet want the redirect.
 */
export const FORM_SCRIPT_HEADER = "x-form-script";

/**
 * The header's value if the script found a fault in the files and sends only the fields. The server checks them and refuses
 * the form in any case.
 */
export const ONLY_FIELDS = "only fields";
