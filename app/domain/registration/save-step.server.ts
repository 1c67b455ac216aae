import { defineOperation } from "~/operations/operation.server";
import { DRAFT_LIMITS } from "~/values/limits";
import { readStep } from "./check.server";
import { saveInDraft } from "./draft.server";
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
