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
 * The document of the API as its pages show it: no more of it than one page needs, and everything in words.
 */

/** The operations of one tag. */
export interface GroupSummary {
  /** As it stands in the page's address. */
  slug: string;
  name: string;
  description?: string;
}

/** What an operation takes in one way: in its path, in its query, as one kind of body. */
export interface TakenInWords extends InWords {
  title: string;
}

export interface AnswerInWords {
  status: string;
  description: string;
  headers: { name: string; description: string }[];
  /** What is sent, by its media types in words. Of JSON with `data` around it, what stands in there. */
  contents: ({ mediaTypes: string[]; isEnveloped: boolean; example?: string } & InWords)[];
}

export interface OperationInWords {
  id: string;
  method: string;
  path: string;
  title: string;
  /** Who may call it. */
  openTo: string;
  isDeprecated: boolean;
  /** What else there is to know, in paragraphs. */
  text: string;
  takes: TakenInWords[];
  example: string;
  answers: AnswerInWords[];
  refusals: { status: string; description: string }[];
}

/** A schema that bears a name of its own. */
export interface RecordInWords extends InWords {
  name: string;
  /** As JSON. */
  example?: string;
}

export interface Group extends GroupSummary {
  operations: OperationInWords[];
  /** What the operations take and answer by name, and what is named in these. */
  records: RecordInWords[];
}

/** The tags of the document, each of them a page, in the order of the document. */
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

/** One tag with its operations; null when there is none of that address. */
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
  for (const { operation } of operations) gatherNames([operation.requestBody, answersOf(operation)], schemas, named);
  return {
    ...group,
    operations: operations.map(({ path, method, operation }) => operationInWords(schemas, path, method, operation)),
    records: [...named].map((name) => {
      const schema = schemas[name] ?? {};
      return { name, ...inWords(schema), ...exampled(schema) };
    }),
  };
}

/** Gathers the components that something refers to, and those that they refer to in turn. */
function gatherNames(described: unknown, schemas: Components, names: Set<string>): void {
  for (const [, name = ""] of JSON.stringify(described).matchAll(REFERENCE)) {
    if (names.has(name)) continue;
    names.add(name);
    gatherNames(schemas[name] ?? {}, schemas, names);
  }
}

const REFERENCE = new RegExp(`"\\$ref":"${COMPONENTS}([^"]+)"`, "g");

/** The example that a schema has of itself. */
const exampled = (schema: JsonSchema) =>
  schema.examples?.[0] === undefined ? {} : { example: JSON.stringify(schema.examples[0], null, 2) };

const isRefusal = (status: string) => Number(status) >= ERROR_STATUS.invalid_request;
const answersOf = ({ responses }: DescribedOperation) =>
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
    takes: [...parametersInWords(operation), ...bodiesInWords(operation)],
    example: exampleCommand(path, method, operation, schemas),
    answers: answersOf(operation).map(answerInWords),
    refusals: Object.entries(operation.responses)
      .filter(([status]) => isRefusal(status))
      .map(([status, { description }]) => ({ status, description })),
  };
}

const PLACES = { path: "In the path", query: "In the query" } as const;

function parametersInWords({ parameters = [] }: DescribedOperation): TakenInWords[] {
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

function bodiesInWords({ requestBody }: DescribedOperation): TakenInWords[] {
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

/** The kinds of file that people have a short name for. */
const FILE_NAMES = new Map(
  Object.entries(CONTENT_TYPES).map(([extension, contentType]) => [contentType as string, extension.toUpperCase()]),
);

const mediaTypeInWords = (mediaType: string) => FILE_NAMES.get(mediaType) ?? `\`${mediaType.split(";")[0]}\``;

function answerInWords([status, { description, headers = {}, content = {} }]: [
  string,
  DescribedResponse,
]): AnswerInWords {
  // One thing in several media types is told once.
  const byWords = new Map<string, AnswerInWords["contents"][number]>();
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
