import { defineOperation } from "~/operations/operation.server";
import { deleteDraft } from "./draft.server";
import { draftSchema } from "./schema";

/** Deletes a draft, so that people who share a device need not leave it there. */
export const discardDraft = defineOperation({
  gate: "public",
  input: draftSchema,
  events: [],
  run({ db }, { draftToken }) {
    if (draftToken !== null) deleteDraft(db, draftToken);
    return { discarded: true as const };
  },
});
