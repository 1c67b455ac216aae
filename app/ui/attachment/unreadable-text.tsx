/** Below a file whose text the server could not read. */
export const UnreadableText = () => (
  <p className="glip-muted">We could not read the text of this file, so search finds it only by name.</p>
);
