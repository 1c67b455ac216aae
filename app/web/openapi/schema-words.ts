import { type JsonSchema, nameOf } from "./types";

/** One field, in words. */
export interface FieldInWords {
  /** With its path: `author.name`, `items[].id`. */
  name: string;
  isRequired: boolean;
  /** In words, with code in backticks. */
  type: string;
  description?: string;
}

/** A schema in words. */
export interface InWords {
  type: string;
  description?: string;
  fields: FieldInWords[];
}

/** Describes a schema in words. A reference to a named schema becomes its name. */
export function inWords(schema: JsonSchema): InWords {
  return wordsOf(schema, "");
}

/** @param path of the schema within the whole one; the items of a list at the top have no path */
function wordsOf(schema: JsonSchema, path: string): InWords {
  const described = schema.description === undefined ? {} : { description: schema.description };
  const choices = schema.anyOf ?? schema.oneOf;
  // In an object with properties, the choices only say which properties go together.
  if (choices && !schema.properties) return { ...wordsOfChoices(choices, schema, path), ...described };
  if (schema.$ref !== undefined) return { type: code(nameOf(schema.$ref)), fields: [], ...described };
  if (schema.allOf) return { ...wordsOfAll(schema.allOf, path), ...described };
  if (schema.type === "array") return { ...wordsOfList(schema, path), ...described };
  if (schema.type === "object" || schema.properties) return { ...wordsOfObject(schema, path), ...described };
  return { type: wordsOfValue(schema) + byDefault(schema), fields: [], ...described };
}

const code = (value: unknown) => `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
const quoted = (value: unknown) => code(value === "" ? '""' : value);

/** `null` and empty text are not choices of their own: they mean no value. */
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
  date: "date, such as `2026-01-31`",
  "date-time": "date-time, such as `2026-01-31T17:00:00Z`",
  email: "email address",
  uri: "URL",
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

/** The largest numbers of JavaScript are not bounds of a field. */
const shown = (bound: number | undefined) =>
  bound === undefined || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? undefined : bound;

function wordsOfText({ format, contentMediaType, minLength, maxLength, pattern }: JsonSchema): string {
  if (contentMediaType !== undefined) return "file";
  const kind = FORMATS[format ?? ""] ?? "text";
  const size = minLength === 1 && maxLength === undefined ? "not empty" : range(minLength, maxLength, " characters");
  // A format already describes the shape, more briefly than its pattern.
  const shape = pattern !== undefined && format === undefined ? `matching ${code(pattern)}` : "";
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
  return schema.default === undefined || schema.default === null ? "" : `; ${quoted(schema.default)} by default`;
}
