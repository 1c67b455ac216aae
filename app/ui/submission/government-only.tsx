/** Beside the heading of what government users write for each other. */
export function GovernmentOnly() {
  return <span className="glip-muted">The organization cannot read this</span>;
}
