import { deleteView } from "~/domain/saved-view/delete.server";
import { saveView } from "~/domain/saved-view/save.server";
import { savedViewSchema } from "~/domain/saved-view/schema";
import { DELETE_VIEW, SAVE_VIEW } from "~/ui/submission/saved-views";
import { constraintsOf } from "~/web/forms/constraints.server";
import { pageForm } from "~/web/forms/page-forms.server";

/** The forms of the reader's own views, by name. */
export const SAVED_VIEW_FORMS = {
  [SAVE_VIEW]: pageForm(saveView, ({ name }) => ({ text: `View saved: ${name}.` })),
  [DELETE_VIEW]: pageForm(deleteView, () => ({ text: "View deleted." }), { once: true }),
};

export const SAVED_VIEW_CONSTRAINTS = constraintsOf(savedViewSchema.pick({ name: true }));
