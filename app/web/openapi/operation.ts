import * as z from "zod";
import type { ZodOpenApiMediaTypeObject, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from "zod-openapi";
import { type Gate, POLICY } from "~/policy/policy";
import { ERROR_REASONS } from "~/values/errors";
import type { RateLimit } from "~/values/limits";
import { describeDeprecation } from "~/web/api/deprecation";
import type { Endpoint } from "~/web/api/endpoint.server";
import type { MultipartOptions } from "~/web/transport/multipart.server";
import { limitInWords } from "./guide";
import { describeRefusal, refusalsOf, statusOf } from "./refusals";

/** The body of every error response (docs/contract.md#errors). */
const errorSchema = z
  .object({
    error: z.string().meta({ description: "A message for people. Programs should use the status." }),
    fields: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "The messages for each invalid field, by name." }),
    code: z
      .enum(ERROR_REASONS)
      .optional()
      .meta({ description: "What to do, if the status does not say it. The list may grow." }),
  })
  .meta({
    id: "Error",
    description: "The body of every error response.",
    examples: [{ error: "Invalid request", fields: { title: ["Enter a title"] } }],
  });

const RETRY_AFTER = z.int().min(0).meta({ description: "How many seconds to wait before you try again." });

const ETAG = { ETag: z.string().meta({ description: "Identifies this version of the content." }) };
const VALIDATORS = {
  ...ETAG,
  "Last-Modified": z.string().meta({ description: "When the content last changed." }),
};

const PAGES = {
  Link: z
    .string()
    .optional()
    .meta({ description: "The addresses of other pages (`first`, `prev`, `next`, `last`), if any." }),
};

const NOT_MODIFIED = {
  description: "Not modified: your copy, named by `If-None-Match` or `If-Modified-Since`, is current.",
  headers: z.object(VALIDATORS),
};
const NOT_MODIFIED_BY_TAG = {
  description: "Not modified: your copy, named by `If-None-Match`, is current.",
  headers: z.object(ETAG),
};

/** One method of a route, as the library takes it. */
export function describeOperation(path: string, method: string, endpoint: Endpoint) {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const { requestParams, requestBody } = describeInput(endpoint, method, named);
  const takesInput = requestBody !== undefined || requestParams?.query !== undefined;
  const refusals = refusalsOf(endpoint, { method, namesRecord: named.length > 0, takesInput });
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
    ...(requestParams && { requestParams }),
    ...(requestBody && { requestBody }),
    responses: {
      [endpoint.status]: describeSuccess(endpoint),
      ...(endpoint.isVersioned && { 304: endpoint.isDated ? NOT_MODIFIED : NOT_MODIFIED_BY_TAG }),
      ...Object.fromEntries(
        [...refusals].map(([code, reasons]) => [
          statusOf(code),
          {
            description: describeRefusal(code, reasons),
            ...(code === "rate_limited" && { headers: z.object({ "Retry-After": RETRY_AFTER }) }),
            content: { "application/json": { schema: errorSchema } },
          },
        ]),
      ),
    },
  } satisfies ZodOpenApiOperationObject;
}

/** Divides what a method takes into what its path names, its query, and its body. */
function describeInput({ call: { input }, body }: Endpoint, method: string, named: readonly string[]) {
  const fields = Object.entries(input.shape as Record<string, z.ZodType>);
  const rest = Object.fromEntries(fields.filter(([name]) => !named.includes(name)));
  const inPath = named.length > 0 && {
    path: z.object(Object.fromEntries(named.map((name) => [name, input.shape[name] ?? z.string()]))),
  };
  const inQuery = method === "GET" && Object.keys(rest).length > 0 && { query: z.object(rest) };
  const takesBody = method !== "GET" && method !== "DELETE" && body !== "none";
  return {
    requestParams: inPath || inQuery ? { ...inPath, ...inQuery } : undefined,
    requestBody: takesBody
      ? { required: true as const, content: describeBody(body, rest, z.globalRegistry.get(input)) }
      : undefined,
  };
}

/** A file: its bytes have no JSON. */
const fileOf = (meta: object) => z.unknown().meta({ type: "string", ...meta });
const ANY_FILE = { contentMediaType: "application/octet-stream" };

function describeBody(
  body: "json" | MultipartOptions,
  fields: Record<string, z.ZodType>,
  meta: z.core.GlobalMeta = {},
): Record<string, ZodOpenApiMediaTypeObject> {
  if (body === "json") return { "application/json": { schema: z.object(fields).meta(meta) } };
  const { fileField, maxFiles, contentTypes, takesJson } = body;
  const description = z.globalRegistry.get(fields[fileField] as z.ZodType)?.description;
  const several = z.array(fileOf(ANY_FILE)).max(maxFiles);
  const file = takesJson ? several.optional() : maxFiles > 1 ? several.min(1) : fileOf(ANY_FILE).optional();
  const { [fileField]: _, ...withoutFiles } = fields;
  return {
    ...(takesJson && describeBody("json", withoutFiles, meta)),
    "multipart/form-data": {
      schema: z.object({ ...fields, [fileField]: file.meta({ description }) }).meta(meta),
      encoding: { [fileField]: { contentType: contentTypes.join(", ") } },
    },
  };
}

function describeSuccess(endpoint: Endpoint): ZodOpenApiResponseObject {
  const { data, media, isEnveloped, isVersioned, isDated, status } = endpoint;
  const headers = isVersioned && { headers: z.object(isDated ? { ...VALIDATORS, ...PAGES } : ETAG) };
  if (media.length > 0) {
    const schemaOf = (type: string) => data ?? (isVersioned ? z.string() : fileOf({ contentMediaType: type }));
    return {
      description: isVersioned ? "Success." : "The file.",
      ...headers,
      content: Object.fromEntries(media.map((type) => [type, { schema: schemaOf(type) }])),
    };
  }
  const sent = data && { "application/json": { schema: isEnveloped ? z.object({ data }) : data } };
  return { description: status === 201 ? "Created." : "Success.", ...headers, ...(sent && { content: sent }) };
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

/** The topic of a path, such as `Government: organizations` for `api/gov/organizations/:id`. */
function tagOf(path: string): string {
  const [, area = "", noun = "", administered = ""] = path.replaceAll("-", " ").split("/");
  if (area === "gov") return noun === "admin" ? `Administration: ${administered}` : `Government: ${noun}`;
  if (area === "portal") return `Portal: ${noun}`;
  if (area === "openapi.json") return "API document";
  return area.charAt(0).toUpperCase() + area.slice(1);
}

/** The start of the paragraph about who may call an operation. */
export const OPEN_TO = "Open to ";

function describeGate(gate: Gate): string {
  if (gate === "public") return `${OPEN_TO}anyone. You don't need to sign in.`;
  if (gate === "signed in") return `${OPEN_TO}any signed-in user, for their own records.`;
  const reaches = Object.entries(POLICY[gate]).map(([standing, reach]) =>
    reach === "any" ? `\`${standing}\`` : `\`${standing}\` (${reach})`,
  );
  return `${OPEN_TO}${reaches.join(", ")}.`;
}

function describeLimit(limit: RateLimit | undefined): string | null {
  return limit ? `At most ${limitInWords(limit)}.` : null;
}
