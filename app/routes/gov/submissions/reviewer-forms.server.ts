import { askForOpinion, withdrawOpinion } from "~/domain/review/opinions.server";
import { recuse } from "~/domain/review/recuse.server";
import { governmentTagsSchema, opinionSchema, ownerSchema, recusalSchema } from "~/domain/review/schema";
import { setSubmissionOwner } from "~/domain/review/set-owner.server";
import { setGovernmentTags } from "~/domain/review/set-tags.server";
import { counted } from "~/values/format";
import { constraintsOf } from "~/web/forms/constraints.server";
import { pageForm } from "~/web/forms/page-forms.server";

/** The forms about the people who review a submission, by name. */
export const reviewerForms = (id = "") => ({
  owner: pageForm(setSubmissionOwner, () => ({ text: "Owner changed." })),
  release: pageForm(setSubmissionOwner, () => ({ text: "Submission put back in the queue." }), {
    toInput: (fields) => ({ ...fields, ownerId: null }),
  }),
  ask: pageForm(askForOpinion, () => ({ text: "Your colleague was asked for an opinion." })),
  withdraw: pageForm(withdrawOpinion, () => ({ text: "Your colleague is no longer asked." }), { once: true }),
  tags: pageForm(setGovernmentTags, ({ added }) => ({ text: `Tags saved. ${addedInWords(added)}`.trim() }), {
    edits: { kind: "governmentTags", id },
  }),
  recuse: pageForm(recuse, () => ({ text: "You recused yourself from this submission." }), { once: true }),
});

const addedInWords = (added: number) =>
  added === 0 ? "" : `${counted(added, "person was", "people were")} added as reviewers.`;

/** The rules of their fields. */
export const REVIEWER_CONSTRAINTS = {
  owner: constraintsOf(ownerSchema.pick({ ownerId: true })),
  ask: constraintsOf(opinionSchema.pick({ userId: true })),
  recuse: constraintsOf(recusalSchema.pick({ reason: true })),
  tags: constraintsOf(governmentTagsSchema.pick({ governmentTags: true })),
};
