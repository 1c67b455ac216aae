import * as z from "zod";
import { LIMITS } from "~/values/limits";
import { STEPS, type StepSlug } from "./rules";

const draftToken = z.string().nullable();

/** The token of the browser's draft; null if it has none. */
export const draftSchema = z.object({ draftToken });

type SavedByStep = Exclude<StepSlug, "account" | "review">;
const isSavedByStep = (slug: StepSlug): slug is SavedByStep => slug !== "account" && slug !== "review";

/** The path that the person came for. */
const redirectTo = z.string().max(LIMITS.redirectCharacters).optional();

/** A step as it was sent. Other code checks its fields one by one, by the rules of registration. */
export const stepSchema = z.looseObject({
  draftToken,
  step: z.enum(STEPS.map(({ slug }) => slug).filter(isSavedByStep)),
  redirectTo,
});

/** The account step as it was sent. */
export const accountStepSchema = z.looseObject({ draftToken, redirectTo });
