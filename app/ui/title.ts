const SERVICE_NAME = "Government Ledger and Industry Portal";

/** A page's title, the page first: that is what a tab or a screen reader says first. */
export function titleOf(page: string) {
  return [{ title: `${page} | ${SERVICE_NAME}` }];
}
