/**
 * The columns that a change would alter, as the audit log records them: before and after. An undefined column was not
 * sent and stays as it is. Null if nothing changes.
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

/** For a column with its own empty value: null clears it, and undefined (not sent) stays undefined. */
export function clearedTo<Value, Empty>(value: Value | null | undefined, empty: Empty): Value | Empty | undefined {
  return value === null ? empty : value;
}
