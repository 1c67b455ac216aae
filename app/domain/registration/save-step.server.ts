import { defineOperation } from "~/operations/operation.server";
import { DRAFT_LIMITS } from "~/values/limits";
import { readStep } from "./check.server";
import { saveInDraft } from "./draft.server";
import { stepSchema } from "./schema";

/** Saves one step of a registration. Drafts are not records, so this is not audited. Registering is. */
export const saveStep = defineOperation({
  gate: "public",
  input: stepSchema,
  limit: DRAFT_LIMITS.step,
  events: [],
  prepare: async ({ now }, { step, ...typed }) => readStep(step, typed, now).answers,
  run: (context, { draftToken, step, redirectTo }, answers) => ({
    token: saveInDraft(context, draftToken, { slug: step, answers, redirectTo }),
  }),
});
