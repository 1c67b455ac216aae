/** Replaces a missing value. With an empty cell, readers would wonder whether the page is broken. */
export function NotGiven() {
  return <span className="glip-muted">Not given</span>;
}
