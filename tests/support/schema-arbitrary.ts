import fc from "fast-check";

/* Random valid and invalid values for a JSON Schema. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  contentMediaType?: string;
}

/** Values for members by name that a schema cannot describe: ids of existing records, a valid password. */
export type KnownValues = (name: string) => fc.Arbitrary<string> | undefined;

/** Text as people and programs send it: mostly ASCII, sometimes in any script. */
const text = (minLength: number, maxLength: number) => {
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, minLength + 40)) };
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ ...bounds, unit: fc.constantFrom(..."abcdefgh ABC 0123 -.,") }) },
    { weight: 1, arbitrary: fc.string({ ...bounds, unit: "grapheme" }).map((value) => value.slice(0, maxLength)) },
  );
};

const DAY = { min: new Date("2020-01-01T00:00:00Z"), max: new Date("2035-12-31T00:00:00Z"), noInvalidDate: true };

const FORMATS: Record<string, fc.Arbitrary<string>> = {
  date: fc.date(DAY).map((date) => date.toISOString().slice(0, 10)),
  "date-time": fc.date(DAY).map((date) => date.toISOString()),
  email: fc.stringMatching(/^[a-z]{1,9}\.[a-z0-9]{1,9}@[a-z]{2,9}\.example$/),
  uri: fc.stringMatching(/^https:\/\/[a-z]{2,9}\.example\/[a-z0-9]{0,9}$/),
};

/**
 * Values that a schema accepts.
 * @param known supplies most values of the text members that it has values for
 */
export function valid(schema: Schema, known: KnownValues, name = ""): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices && schema.type === "object") {
    return fc.oneof(...choices.map((choice) => valid(withChoice(schema, choices, choice), known, name)));
  }
  if (choices) return fc.oneof(...choices.map((choice) => valid(choice, known, name)));
  switch (schema.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 1_000_000) });
    case "array":
      return fc.array(valid(schema.items ?? {}, known, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 6),
      });
    case "object": {
      const members = Object.entries(schema.properties ?? {}).map(([key, member]) => [key, valid(member, known, key)]);
      const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(members);
      return fc.record(model, { requiredKeys: schema.required ?? [] });
    }
    case "string":
      return validText(schema, known(name));
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** Applies one choice of an object that requires one of several members: requires its members and removes the others'. */
function withChoice({ properties = {}, required = [], ...schema }: Schema, choices: Schema[], chosen: Schema): Schema {
  const others = choices.filter((choice) => choice !== chosen).flatMap((choice) => choice.required ?? []);
  const members = Object.entries(properties).filter(([name]) => !others.includes(name));
  return {
    ...schema,
    anyOf: undefined,
    oneOf: undefined,
    properties: Object.fromEntries(members),
    required: [...required, ...(chosen.required ?? [])],
  };
}

function validText(schema: Schema, known: fc.Arbitrary<string> | undefined): fc.Arbitrary<unknown> {
  if (known) return fc.oneof({ weight: 8, arbitrary: known }, { weight: 1, arbitrary: text(1, 64) });
  const formatted = schema.format === undefined ? undefined : FORMATS[schema.format];
  if (formatted) return formatted;
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern));
  return text(schema.minLength ?? 0, schema.maxLength ?? 1000);
}

/** Values that few fields accept: wrong types, text that cannot be stored or is too long, special names and injections. */
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\ud800",
    "\u202e",
    "\ufeff",
    "2026-02-30",
    "2026-13-01T25:00:00Z",
    "1e999",
    "__proto__",
    "'; DROP TABLE user; --",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "%00",
    "=1+1",
    "x".repeat(9000),
    -1,
    0,
    1.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    [],
    {},
    [[[[]]]],
    { toString: null },
    ["a", "a"],
    { $ne: null },
  ),
  fc.string({ unit: "binary" }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that a schema mostly refuses: valid ones with one error, and arbitrary ones. */
export function invalid(schema: Schema, known: KnownValues): fc.Arbitrary<unknown> {
  if (schema.type !== "object") return nasty;
  const names = Object.keys(schema.properties ?? {});
  const good = valid(schema, known) as fc.Arbitrary<Record<string, unknown>>;
  const anyName = names.length > 0 ? fc.constantFrom(...names, "__proto__", "id") : fc.constant("__proto__");
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(good, anyName, nasty).map(([value, name, other]) => withMember(value, name, other)),
    },
    { weight: 2, arbitrary: fc.tuple(good, anyName).map(([value, name]) => without(value, name)) },
    { weight: 1, arbitrary: fc.tuple(good, nasty, nasty).map(([value, one, other]) => ({ ...value, one, other })) },
    { weight: 1, arbitrary: nasty },
  );
}

function without({ ...value }: Record<string, unknown>, name: string): Record<string, unknown> {
  delete value[name];
  return value;
}

/** A copy with one member replaced. Assignment would not create a member named `__proto__`. */
function withMember(value: Record<string, unknown>, name: string, other: unknown): Record<string, unknown> {
  return Object.defineProperty({ ...value }, name, { value: other, enumerable: true, configurable: true });
}
