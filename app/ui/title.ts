import { SERVICE_NAME } from "../labels";

/** A page's title, the page first: that is what a tab or a screen reader says first. Without a page, the service's own. */
export function titleOf(page?: string) {
  return [{ title: page === undefined ? SERVICE_NAME : `${page} | ${SERVICE_NAME}` }];
}
