import { DRAFT_LIMITS } from "../../limits";
import { defineOperation } from "../operation.server";
import { saveInDraft } from "./draft.server";
import { readStep } from "./judge.server";
import { stepSchema } from "./schema";

/**
 * Keeps the answers of one step of registering. Drafts are nobody's records, so this is not audited; what comes of them
 * is.
 */
export const saveStep = defineOperation({
  gate: "public",
  input: stepSchema,
  limit: DRAFT_LIMITS.step,
  events: [],
  prepare: async ({ now }, { step, ...typed }) => readStep(step, typed, now).answers,
  run: (context, { draftToken, step }, answers) => ({
    token: saveInDraft(context, draftToken, { slug: step, answers }),
  }),
});
