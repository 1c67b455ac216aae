/** One field of a record, as an event found it and as it left it. */
export interface FieldChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** What an event tells of, apart: the fields that it changed, and whatever else it says. */
export interface ToldDetails {
  /** Whether there was a record before, and whether there is one after. */
  hasBefore: boolean;
  hasAfter: boolean;
  changes: FieldChange[];
  rest: [name: string, value: unknown][];
}

type JsonObject = Record<string, unknown>;
const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads an event's details field by field. What is not there on one side is undefined. */
export function toldBy(details: JsonObject | null): ToldDetails {
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
