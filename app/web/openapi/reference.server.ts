import { CONTENT_TYPES } from "~/storage/file-types";
import { ERROR_STATUS } from "~/values/errors";
import { exampleCommand } from "./example";
import { OPEN_TO } from "./operation";
import { type FieldInWords, type InWords, inWords } from "./schema-words";
import {
  type ApiDocument,
  COMPONENTS,
  type Components,
  type DescribedOperation,
  type DescribedResponse,
  type JsonSchema,
} from "./types";

/*
 * The API's document as the pages under /developers show it: one page at a time, with schemas in words.
 */

/** The operations of one tag. */
export interface GroupSummary {
  /** The last part of the page's path. */
  slug: string;
  name: string;
  description?: string;
}

/** The parameters in the path or the query, or one type of body. */
export interface InputInWords extends InWords {
  title: string;
}

export interface ResponseInWords {
  status: string;
  description: string;
  headers: { name: string; description: string }[];
  /** The body for each set of media types. For JSON with an envelope, the content of `data`. */
  contents: ({ mediaTypes: string[]; isEnveloped: boolean; example?: string } & InWords)[];
}

export interface OperationInWords {
  id: string;
  method: string;
  path: string;
  title: string;
  /** Who may call it, in words. */
  openTo: string;
  isDeprecated: boolean;
  /** The rest of the description, in paragraphs. */
  text: string;
  inputs: InputInWords[];
  example: string;
  responses: ResponseInWords[];
  refusals: { status: string; description: string }[];
}

/** A named schema. */
export interface RecordInWords extends InWords {
  name: string;
  /** As JSON. */
  example?: string;
}

interface Group extends GroupSummary {
  operations: OperationInWords[];
  /** The named schemas that the operations use, directly or through others. */
  records: RecordInWords[];
}

/** The tags in the document's order. Each has a page. */
export function groupsOf({ tags }: ApiDocument): GroupSummary[] {
  return tags.map(({ name, description }) => ({ slug: slugOf(name), name, ...(description && { description }) }));
}

/** `Government: calls` is `government-calls`. */
function slugOf(name: string): string {
  return name
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join("-");
}

/** One tag with its operations, or null if no tag has that slug. */
export function groupOf(document: ApiDocument, slug: string): Group | null {
  const group = groupsOf(document).find((one) => one.slug === slug);
  if (!group) return null;
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(group.name))
      .map(([method, operation]) => ({ path, method, operation })),
  );
  const named = new Set<string>();
  for (const { operation } of operations) gatherNames([operation.requestBody, successesOf(operation)], schemas, named);
  return {
    ...group,
    operations: operations.map(({ path, method, operation }) => operationInWords(schemas, path, method, operation)),
    records: [...named].map((name) => {
      const schema = schemas[name] ?? {};
      return { name, ...inWords(schema), ...exampled(schema) };
    }),
  };
}

/** Collects the named schemas that a value refers to, and those that they refer to in turn. */
function gatherNames(described: unknown, schemas: Components, names: Set<string>): void {
  for (const [, name = ""] of JSON.stringify(described).matchAll(REFERENCE)) {
    if (names.has(name)) continue;
    names.add(name);
    gatherNames(schemas[name] ?? {}, schemas, names);
  }
}

const REFERENCE = new RegExp(`"\\$ref":"${COMPONENTS}([^"]+)"`, "g");

/** The schema's own example. */
const exampled = (schema: JsonSchema) =>
  schema.examples?.[0] === undefined ? {} : { example: JSON.stringify(schema.examples[0], null, 2) };

const isRefusal = (status: string) => Number(status) >= ERROR_STATUS.invalid_request;
const successesOf = ({ responses }: DescribedOperation) =>
  Object.entries(responses).filter(([status]) => !isRefusal(status));

function operationInWords(
  schemas: Components,
  path: string,
  method: string,
  operation: DescribedOperation & { deprecated?: boolean },
): OperationInWords {
  const paragraphs = (operation.description ?? "").split("\n\n").filter(Boolean);
  const isOpenTo = (paragraph: string) => paragraph.startsWith(OPEN_TO);
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    title: operation.summary || `${method.toUpperCase()} ${path}`,
    openTo: paragraphs.find(isOpenTo)?.slice(OPEN_TO.length) ?? "",
    isDeprecated: operation.deprecated === true,
    text: paragraphs.filter((paragraph) => !isOpenTo(paragraph)).join("\n\n"),
    inputs: [...parametersInWords(operation), ...bodiesInWords(operation)],
    example: exampleCommand(path, method, operation, schemas),
    responses: successesOf(operation).map(responseInWords),
    refusals: Object.entries(operation.responses)
      .filter(([status]) => isRefusal(status))
      .map(([status, { description }]) => ({ status, description })),
  };
}

const PLACES = { path: "In the path", query: "In the query" } as const;

function parametersInWords({ parameters = [] }: DescribedOperation): InputInWords[] {
  return (["path", "query"] as const).flatMap((place) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, required, description, schema }): FieldInWords => {
        const { fields: _none, ...words } = inWords(schema);
        return { name, isRequired: required === true, ...words, ...(description !== undefined && { description }) };
      });
    return fields.length > 0 ? [{ title: PLACES[place], type: "", fields }] : [];
  });
}

function bodiesInWords({ requestBody }: DescribedOperation): InputInWords[] {
  return Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema, encoding = {} }]) => {
    const words = inWords(schema);
    const fields = words.fields.map((field) => {
      const types = encoding[field.name]?.contentType;
      if (types === undefined) return field;
      return { ...field, type: `${field.type}: ${types.split(", ").map(mediaTypeInWords).join(", ")}` };
    });
    return { title: `Body, \`${mediaType}\``, ...words, fields };
  });
}

/** File types with a short name. */
const FILE_NAMES = new Map(
  Object.entries(CONTENT_TYPES).map(([extension, contentType]) => [contentType as string, extension.toUpperCase()]),
);

const mediaTypeInWords = (mediaType: string) => FILE_NAMES.get(mediaType) ?? `\`${mediaType.split(";")[0]}\``;

function responseInWords([status, { description, headers = {}, content = {} }]: [
  string,
  DescribedResponse,
]): ResponseInWords {
  // Media types with the same content share one entry.
  const byWords = new Map<string, ResponseInWords["contents"][number]>();
  for (const [mediaType, { schema }] of Object.entries(content)) {
    const { data, ...others } = schema.properties ?? {};
    const isEnveloped = data !== undefined && Object.keys(others).length === 0;
    const sent = isEnveloped ? data : schema;
    const words = { isEnveloped, ...inWords(sent), ...exampled(sent) };
    const key = JSON.stringify(words);
    byWords.set(key, { mediaTypes: [...(byWords.get(key)?.mediaTypes ?? []), mediaTypeInWords(mediaType)], ...words });
  }
  return {
    status,
    description,
    headers: Object.entries(headers).map(([name, header]) => ({ name, description: header.description ?? "" })),
    contents: [...byWords.values()],
  };
}
