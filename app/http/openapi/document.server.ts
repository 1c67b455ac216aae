import { z } from "zod";
import packageInformation from "../../../package.json";
import { SERVICE_NAME } from "../../labels";
import type { RateLimit } from "../../limits";
import { type Gate, POLICY } from "../../policy/policy";
import type { Endpoint } from "../api.server";
import { describeDeprecation } from "../deprecation";
import type { MultipartOptions } from "../multipart.server";
import { API_DESCRIPTION, describeTags, limitInWords } from "./guide";
import { type Components, type JsonSchema, jsonSchemaOf } from "./json-schema";
import { describeRefusal, refusalsOf, statusOf } from "./refusals";

/** A route of the API as its module declares it. */
export interface ApiRoute {
  /** As in the route table: `api/gov/calls/:id`. */
  path: string;
  endpoints: Partial<Record<string, Endpoint>>;
}

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

interface MediaTypes {
  [mediaType: string]: { schema: JsonSchema; encoding?: Record<string, { contentType: string }> };
}

export interface DescribedResponse {
  description: string;
  headers?: Record<string, { description?: string; required?: boolean; schema: JsonSchema }>;
  content?: MediaTypes;
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: true;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: MediaTypes };
  responses: Record<string, DescribedResponse>;
}

/** An OpenAPI 3.1 document, as far as this API makes use of it. */
export interface ApiDocument {
  openapi: "3.1.0";
  info: { title: string; version: string; summary: string; description: string; license: Record<string, string> };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  /** The same as pages for people. */
  externalDocs: { description: string; url: string };
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Components; securitySchemes: Record<string, Record<string, string>> };
}

/** The body of every error response (docs/contract.md#errors). */
const errorSchema = z
  .object({
    error: z.string().meta({ description: "For people to read. Programs go by the status." }),
    fields: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "What is wrong with each field, by its name." }),
  })
  .meta({
    id: "Error",
    description: "What every refusal answers.",
    examples: [{ error: "Invalid request", fields: { title: ["is required"] } }],
  });

/**
 * Describes the API as it runs: every method of every route, by the schemas, gates, limits and refusals that answer.
 * @param cookieName of the session's cookie
 */
export function describeApi(routes: readonly ApiRoute[], cookieName: string): ApiDocument {
  const components: Components = {};
  const paths: ApiDocument["paths"] = {};
  const tags = new Set<string>();
  for (const { path, endpoints } of routes) {
    const methods = Object.entries(endpoints).flatMap(([method, endpoint]) => {
      if (!endpoint) return [];
      const operation = describeOperation(path, method, endpoint, components);
      for (const tag of operation.tags) tags.add(tag);
      return [[method.toLowerCase(), operation]];
    });
    paths[`/${path.replace(/:(\w+)/g, "{$1}")}`] = Object.fromEntries(methods);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: SERVICE_NAME,
      version: packageInformation.version,
      summary: packageInformation.description,
      description: API_DESCRIPTION,
      license: { name: packageInformation.license, identifier: packageInformation.license },
    },
    servers: [{ url: "/" }],
    tags: describeTags(tags),
    externalDocs: { description: "The same as pages, with a guide and examples", url: "/developers" },
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort()),
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: cookieName,
          description: "The cookie that `POST /api/session` sets.",
        },
      },
    },
  };
}

function describeOperation(
  path: string,
  method: string,
  endpoint: Endpoint,
  components: Components,
): DescribedOperation {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const { parameters, body } = describeInput(endpoint, method, named, components);
  const address = {
    method,
    namesRecord: named.length > 0,
    takesInput: body !== null || parameters.some(({ in: place }) => place === "query"),
  };
  const refusals = [...refusalsOf(endpoint, address)].map(([code, reasons]) => [
    statusOf(code),
    {
      description: describeRefusal(code, reasons),
      ...(code === "rate_limited" && { headers: { "Retry-After": RETRY_AFTER } }),
      content: { "application/json": { schema: jsonSchemaOf(errorSchema, "output", components) } },
    },
  ]);
  return {
    operationId: operationIdOf(path, method),
    summary: endpoint.summary,
    ...(endpoint.deprecation && { deprecated: true as const }),
    description: [
      endpoint.deprecation && describeDeprecation(endpoint.deprecation),
      endpoint.description,
      describeGate(endpoint.gate),
      describeLimit(endpoint.call.limit),
    ]
      .filter(Boolean)
      .join("\n\n"),
    tags: [tagOf(path)],
    security: endpoint.gate === "public" ? [] : [{ session: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true as const, content: body } }),
    responses: {
      [endpoint.status]: describeSuccess(endpoint, components),
      ...(endpoint.isVersioned && { 304: NOT_MODIFIED }),
      ...Object.fromEntries(refusals),
    },
  };
}

const VALIDATORS: DescribedResponse["headers"] = {
  ETag: { description: "Another one for whatever is another.", required: true, schema: { type: "string" } },
  "Last-Modified": { description: "Since when it is so.", required: true, schema: { type: "string" } },
};

/** The headers of what comes in versions and pages. */
const VERSION_HEADERS: DescribedResponse["headers"] = {
  ...VALIDATORS,
  Link: {
    description: "Where the other pages are (`first`, `prev`, `next`, `last`), where there are any.",
    required: false,
    schema: { type: "string" },
  },
};

const NOT_MODIFIED: DescribedResponse = {
  description: "Not modified: it still is as `If-None-Match` or `If-Modified-Since` say that the caller has it.",
  headers: VALIDATORS,
};

const RETRY_AFTER = {
  description: "Whole seconds until it is worth trying again.",
  required: true,
  schema: { type: "integer" as const, minimum: 0 },
};

/** What a method takes: its schema parted into what the address names, what the query says, and the body. */
function describeInput(endpoint: Endpoint, method: string, named: readonly string[], components: Components) {
  const reads = method === "GET";
  const described = jsonSchemaOf(endpoint.call.input, "input", components, reads ? "text" : "json");
  const properties = (described.properties ?? {}) as Record<string, JsonSchema>;
  const required = new Set((described.required ?? []) as string[]);
  const rest = Object.entries(properties).filter(([name]) => !named.includes(name));
  const inPath: Parameter[] = named.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: properties[name] ?? { type: "string" },
  }));
  const takesNoBody = reads || method === "DELETE" || endpoint.body === "none";
  if (!takesNoBody) {
    const schema: JsonSchema = {
      ...described,
      properties: Object.fromEntries(rest),
      required: [...required].filter((name) => !named.includes(name)),
    };
    return { parameters: inPath, body: describeBody(endpoint.body as "json" | MultipartOptions, schema) };
  }
  const inQuery: Parameter[] = reads
    ? rest.map(([name, { description, ...schema }]) => ({
        name,
        in: "query",
        required: required.has(name),
        ...(description !== undefined && { description }),
        schema,
      }))
    : [];
  return { parameters: [...inPath, ...inQuery], body: null };
}

const FILE: JsonSchema = { type: "string", contentMediaType: "application/octet-stream" };

function describeBody(body: "json" | MultipartOptions, schema: JsonSchema): MediaTypes {
  if (body === "json") return { "application/json": { schema } };
  const { fileField, maxFiles, contentTypes } = body;
  const { default: _default, ...bounds } = (schema.properties?.[fileField] ?? {}) as JsonSchema;
  const { description } = bounds;
  const file = maxFiles > 1 ? { ...bounds, items: FILE } : { ...FILE, ...(description && { description }) };
  return {
    "multipart/form-data": {
      schema: { ...schema, properties: { ...schema.properties, [fileField]: file } },
      encoding: { [fileField]: { contentType: contentTypes.join(", ") } },
    },
  };
}

function describeSuccess(endpoint: Endpoint, components: Components): DescribedResponse {
  const headers = endpoint.isVersioned ? { headers: VERSION_HEADERS } : {};
  const schema = endpoint.data ? jsonSchemaOf(endpoint.data, "output", components) : null;
  if (endpoint.media.length > 0) {
    const types = endpoint.media.map((type) => [
      type,
      { schema: schema ?? (endpoint.isVersioned ? { type: "string" } : { ...FILE, contentMediaType: type }) },
    ]);
    return {
      description: endpoint.isVersioned ? "Done." : "The file.",
      ...headers,
      content: Object.fromEntries(types),
    };
  }
  if (!schema) return { description: "Done.", ...headers };
  const sent: JsonSchema = endpoint.isEnveloped
    ? { type: "object", properties: { data: schema }, required: ["data"] }
    : schema;
  return {
    description: endpoint.status === 201 ? "Created." : "Done.",
    ...headers,
    content: { "application/json": { schema: sent } },
  };
}

/** `GET api/gov/calls/:id` is `getGovCallsById`. */
function operationIdOf(path: string, method: string): string {
  const words = path
    .split("/")
    .slice(1)
    .map((part) => (part.startsWith(":") ? `by-${part.slice(1)}` : part))
    .join("-")
    .split(/[^A-Za-z0-9]+/);
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** The records that a path is about: `gov/organizations` and `portal/submissions` are told apart. */
function tagOf(path: string): string {
  const [, area = "", noun = "", administered = ""] = path.split("/");
  if (area === "gov") return noun === "admin" ? `Administration: ${administered}` : `Government: ${noun}`;
  if (area === "portal") return `Portal: ${noun}`;
  if (area === "openapi.json") return "API document";
  return area.charAt(0).toUpperCase() + area.slice(1);
}

/** How the paragraph begins that says who may call. */
export const OPEN_TO = "Open to ";

function describeGate(gate: Gate): string {
  if (gate === "public") return `${OPEN_TO}everybody; no session is needed.`;
  if (gate === "signed in") return `${OPEN_TO}everybody who is signed in, each for their own.`;
  const reaches = Object.entries(POLICY[gate]).map(([standing, reach]) =>
    reach === "any" ? `\`${standing}\`` : `\`${standing}\` (${reach})`,
  );
  return `${OPEN_TO}${reaches.join(", ")}.`;
}

function describeLimit(limit: RateLimit | undefined): string | null {
  return limit ? `At most ${limitInWords(limit)}.` : null;
}
