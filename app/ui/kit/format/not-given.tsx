/** Stands where a value would: an empty cell would leave the reader guessing whether the page is broken. */
export function NotGiven() {
  return <span className="glip-muted">Not given</span>;
}
