import type { ShouldRevalidateFunction } from "@remix-run/react";
import type { Unanswered } from "./upload";

/**
 * Loads a page's data again also when its form was refused: it may have been overtaken by what somebody else did, and
 * the page then shows what is true now. What was typed stays, since it comes with the refusal. Where no answer of the
 * server led to the refusal, the page stays as it was: with its key, by which the form is known when it is sent again.
 */
export const revalidateAfterRefusal: ShouldRevalidateFunction = ({
  actionResult,
  actionStatus = 0,
  defaultShouldRevalidate,
}) => {
  if ((actionResult as Partial<Unanswered> | null | undefined)?.unanswered) return false;
  return actionStatus >= 400 || defaultShouldRevalidate;
};
