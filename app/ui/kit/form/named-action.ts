import { useLocation } from "@remix-run/react";

/**
 * Makes the action of one of a page's forms, such as "?note". It keeps the page's query, so that someone who came from a
 * list can go on in that list after they send the form.
 */
export function useNamedAction(): (form: string) => string {
  const { search } = useLocation();
  // A parameter without a value names the form that was sent last, without scripts.
  const kept = [...new URLSearchParams(search)].filter(([, value]) => value !== "");
  const query = new URLSearchParams(kept).toString();
  return (form) => `?${[query, form].filter(Boolean).join("&")}`;
}
