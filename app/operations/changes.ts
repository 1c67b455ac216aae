/**
 * The columns whose value differs, as the audit tells of a change: what they were, and what they are. One that is
 * undefined was not sent, so it stays as it is. Null when nothing differs.
 */
export function changesBetween(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const changed = Object.keys(after).filter(
    (key) => after[key] !== undefined && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  if (changed.length === 0) return null;
  const pick = (from: Record<string, unknown>) => Object.fromEntries(changed.map((key) => [key, from[key] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** For a column that has an empty value of its own: null clears it, and what was not sent stays undefined. */
export function clearedTo<Value, Empty>(value: Value | null | undefined, empty: Empty): Value | Empty | undefined {
  return value === null ? empty : value;
}
