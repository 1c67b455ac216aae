import { z } from "zod";
import { STEPS, type StepSlug } from "./rules";

const draftToken = z.string().nullable();

/** The token of the browser's draft; null if it has none. */
export const draftSchema = z.object({ draftToken });

type SavedByStep = Exclude<StepSlug, "account" | "review">;
const isSavedByStep = (slug: StepSlug): slug is SavedByStep => slug !== "account" && slug !== "review";

/** A step as it was sent. Other code checks its fields one by one, by the rules of registration. */
export const stepSchema = z.looseObject({
  draftToken,
  step: z.enum(STEPS.map(({ slug }) => slug).filter(isSavedByStep)),
});

/** The account step as it was sent. */
export const accountStepSchema = z.looseObject({ draftToken });
