export type FieldValues = Record<string, string | string[] | undefined>;

/** A record as the values of a form's fields: text, or a list for checkboxes. Leaves out null and undefined. */
export function fieldValuesOf(record: Record<string, unknown>): FieldValues {
  const given = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]));
}
