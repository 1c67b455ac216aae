import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * Loads a page's data again also when its form was refused: it may have been overtaken by what somebody else did, and
 * the page then shows what is true now. What was typed stays, since it comes with the refusal.
 */
export const revalidateAfterRefusal: ShouldRevalidateFunction = ({ actionStatus = 0, defaultShouldRevalidate }) =>
  actionStatus >= 400 || defaultShouldRevalidate;
