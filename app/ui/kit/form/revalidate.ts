import type { ShouldRevalidateFunction } from "@remix-run/react";
import type { LocalRefusal } from "./upload";

/**
 * Loads a page's data again even if its form was refused. Someone else may have changed the record, and the page should
 * show that. The typed values come with the refusal, so they stay. If the refusal did not come from the server, nothing
 * is loaded and the page keeps its form key, so the server recognizes a second attempt.
 */
export const revalidateAfterRefusal: ShouldRevalidateFunction = ({
  actionResult,
  actionStatus = 0,
  defaultShouldRevalidate,
}) => {
  if ((actionResult as Partial<LocalRefusal> | null | undefined)?.isLocal) return false;
  return actionStatus >= 400 || defaultShouldRevalidate;
};
