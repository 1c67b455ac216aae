/** One field of a record, before and after an event. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** An event's details, sorted: the fields that it changed, and everything else. */
interface SplitDetails {
  /** Whether there was a record before, and whether there is one after. */
  hasBefore: boolean;
  hasAfter: boolean;
  changes: FieldChange[];
  rest: [name: string, value: unknown][];
}

type JsonObject = Record<string, unknown>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads an event's details field by field. A missing side is undefined. */
export function splitDetails(details: JsonObject | null): SplitDetails {
  const { before, after, ...rest } = details ?? {};
  const [was, is] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return {
    hasBefore: isObject(before),
    hasAfter: isObject(after),
    changes: fields.map((field) => ({ field, before: was[field], after: is[field] })),
    rest: Object.entries(rest),
  };
}
