import { type JsonSchema, nameOf } from "./types";

/** One field as a reader sees it. */
export interface FieldInWords {
  /** With the way to it: `author.name`, `items[].id`. */
  name: string;
  isRequired: boolean;
  /** What it may be, in words, with code between backticks. */
  type: string;
  description?: string;
}

/** A schema in words: what it is, and the fields it has. */
export interface InWords {
  type: string;
  description?: string;
  fields: FieldInWords[];
}

/** Says a schema in words. What bears a name in the document is named, and not looked into. */
export function inWords(schema: JsonSchema): InWords {
  return wordsOf(schema, "");
}

/** The items of a list stand for themselves where nothing stands around the list. */
function wordsOf(schema: JsonSchema, path: string): InWords {
  const described = schema.description === undefined ? {} : { description: schema.description };
  const choices = schema.anyOf ?? schema.oneOf;
  // Beside an object's properties they only say which of these may stand together.
  if (choices && !schema.properties) return { ...wordsOfChoices(choices, schema, path), ...described };
  if (schema.$ref !== undefined) return { type: code(nameOf(schema.$ref)), fields: [], ...described };
  if (schema.allOf) return { ...wordsOfAll(schema.allOf, path), ...described };
  if (schema.type === "array") return { ...wordsOfList(schema, path), ...described };
  if (schema.type === "object" || schema.properties) return { ...wordsOfObject(schema, path), ...described };
  return { type: wordsOfValue(schema) + byDefault(schema), fields: [], ...described };
}

const code = (value: unknown) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
const quoted = (value: unknown) => code(value === "" ? '""' : value);

/** `null` and the empty text are no choices of their own, but ways to say nothing. */
function wordsOfChoices(choices: readonly JsonSchema[], whole: JsonSchema, path: string): InWords {
  const mayBeNull = choices.some(({ type }) => type === "null");
  const mayBeEmpty = choices.some(isEmptyText);
  const something = choices.filter((choice) => choice.type !== "null" && !isEmptyText(choice));
  const words = something.map((choice) => wordsOf(choice, path));
  const nothing =
    mayBeNull && mayBeEmpty ? ", or `null` or empty" : mayBeNull ? ", or `null`" : mayBeEmpty ? ", or empty" : "";
  const description = words.find((choice) => choice.description !== undefined)?.description;
  return {
    type: [...new Set(words.map(({ type }) => type))].join(" or ") + nothing + byDefault(whole),
    fields: words.flatMap(({ fields }) => fields),
    ...(description !== undefined && { description }),
  };
}

const isEmptyText = (schema: JsonSchema) => schema.const === "";

function wordsOfAll(parts: readonly JsonSchema[], path: string): InWords {
  const words = parts.map((part) => wordsOf(part, path));
  return { type: words.map(({ type }) => type).join(" and "), fields: words.flatMap(({ fields }) => fields) };
}

function wordsOfList({ items = {}, minItems, maxItems }: JsonSchema, path: string): InWords {
  const { type, fields } = wordsOf(items, path === "" ? "" : `${path}[]`);
  const size = range(minItems, maxItems, "");
  if (type === "object" || items.$ref !== undefined) {
    return { type: ["list of", size, type === "object" ? "objects" : type].filter(Boolean).join(" "), fields };
  }
  return { type: `list${size && ` of ${size}`}, each ${type}`, fields };
}

function wordsOfObject({ properties = {}, required = [], additionalProperties }: JsonSchema, path: string): InWords {
  const place = (name: string) => (path === "" ? name : `${path}.${name}`);
  const fields = Object.entries(properties).flatMap(([name, property]) => {
    const { fields: nested, ...words } = wordsOf(property, place(name));
    return [{ name: place(name), isRequired: required.includes(name), ...words }, ...nested];
  });
  if (typeof additionalProperties !== "object" || Object.keys(additionalProperties).length === 0) {
    return { type: "object", fields };
  }
  const { fields: nested, ...words } = wordsOf(additionalProperties, place("*"));
  return { type: "object", fields: [...fields, { name: place("*"), isRequired: false, ...words }, ...nested] };
}

const FORMATS: Readonly<Record<string, string>> = {
  date: "day, as `2026-01-31`",
  "date-time": "moment, as `2026-01-31T17:00:00Z`",
  email: "email address",
  uri: "web address",
  uuid: "UUID",
};

function wordsOfValue(schema: JsonSchema): string {
  if (schema.const !== undefined) return quoted(schema.const);
  if (schema.enum) return `${schema.enum.length > 1 ? "one of " : ""}${schema.enum.map(quoted).join(", ")}`;
  if (Array.isArray(schema.type)) {
    return schema.type.map((type) => wordsOfValue({ ...schema, type })).join(" or ");
  }
  if (schema.type === "boolean") return "`true` or `false`";
  if (schema.type === "null") return "`null`";
  if (schema.type === "integer" || schema.type === "number") return wordsOfNumber(schema);
  if (schema.type === "string") return wordsOfText(schema);
  return "anything";
}

function wordsOfNumber({ type, minimum, maximum }: JsonSchema): string {
  const size = range(shown(minimum), shown(maximum), "");
  return `${type === "integer" ? "whole number" : "number"}${size && `, ${size}`}`;
}

/** The ends of what a number can be in JSON say nothing of the field. */
const shown = (bound: number | undefined) =>
  bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;

function wordsOfText({ format, contentMediaType, minLength, maxLength, pattern }: JsonSchema): string {
  if (contentMediaType !== undefined) return "file";
  const kind = FORMATS[format ?? ""] ?? "text";
  const size = minLength === 1 && maxLength === undefined ? "not empty" : range(minLength, maxLength, " characters");
  // The format says in a word what its pattern says in a line.
  const shape = pattern !== undefined && format === undefined ? `fitting ${code(pattern)}` : "";
  return [kind, size, shape].filter(Boolean).join(", ");
}

/** "1 to 200 characters", "at most 25" */
function range(least: number | undefined, most: number | undefined, unit: string): string {
  const atLeast =
    least === undefined || (least === 0 && most !== undefined) ? undefined : least.toLocaleString("en-US");
  const atMost = most?.toLocaleString("en-US");
  if (atLeast !== undefined && atMost !== undefined) {
    return atLeast === atMost ? `${atMost}${unit}` : `${atLeast} to ${atMost}${unit}`;
  }
  if (atMost !== undefined) return `at most ${atMost}${unit}`;
  return atLeast === undefined ? "" : `at least ${atLeast}${unit}`;
}

function byDefault(schema: JsonSchema): string {
  return schema.default === undefined || schema.default === null ? "" : `; ${quoted(schema.default)} when not sent`;
}
