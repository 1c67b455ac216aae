import { addReviewNote } from "~/domain/review-note/add.server";
import { pageForm } from "~/web/forms/page-forms.server";

const MENTIONS = "mentions";

/** Adds a note. People to mention come from the boxes and from the list below them. */
export const NOTE_FORM = pageForm(addReviewNote, () => ({ text: "Note added." }), {
  once: true,
  lists: [MENTIONS],
  toInput: (fields) => ({ ...fields, [MENTIONS]: [fields[MENTIONS], fields.colleague ?? []].flat(2).filter(Boolean) }),
});
