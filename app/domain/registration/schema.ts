import { z } from "zod";
import { STEPS, type StepSlug } from "./rules";

const draftToken = z.string().nullable();

/** Whose answers are meant: the token that a browser keeps, or null where it has begun nothing. */
export const draftSchema = z.object({ draftToken });

type SavedByStep = Exclude<StepSlug, "account" | "review">;
const isSavedByStep = (slug: StepSlug): slug is SavedByStep => slug !== "account" && slug !== "review";

/** A step as it was sent. Its fields are judged one by one, by the rules of registration. */
export const stepSchema = z.looseObject({
  draftToken,
  step: z.enum(STEPS.map(({ slug }) => slug).filter(isSavedByStep)),
});

/** The step of the account as it was sent. */
export const accountStepSchema = z.looseObject({ draftToken });
