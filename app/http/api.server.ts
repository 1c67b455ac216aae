import { FastResponse } from "srvx";
import type { z } from "zod";
import { type AnyCallable, execute, type RawInput, type ResultOf } from "../domain/operation.server";
import { DomainError, ERROR_MESSAGE, ERROR_STATUS } from "../errors";
import { LIMITS } from "../limits";
import type { Gate } from "../policy/policy";
import type { Settings } from "../settings.server";
import { readJsonObject } from "./body.server";
import { type Deprecation, deprecationHeaders } from "./deprecation";
import { type Download, downloadResponse } from "./download.server";
import { type MultipartOptions, readMultipart } from "./multipart.server";
import { callerOf, type RequestContext, type RouteArguments, requestContext } from "./request-context.server";
import { apiSecurityHeaders } from "./security-headers";

export const API_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof API_METHODS)[number];

/** What every method of a route says of itself. */
interface Choices<Result> {
  /** What it does, in a few words, for the document of the API. */
  summary: string;
  /** What an integrator should know beside it. */
  description?: string;
  /** Of a success; 200 unless named. */
  status?: 200 | 201;
  /** How the body arrives; JSON unless named. `none` reads no body. */
  body?: "json" | "none" | MultipartOptions;
  /** Where the interface has the result stand for itself, without `data` around it. */
  envelope?: false;
  /** Set some time before the method goes, or something of it: every answer announces it. */
  deprecation?: Deprecation;
  /** Headers that follow from the result (a session's cookie). */
  headers?: (result: Result, settings: Settings) => [name: string, value: string][];
}

/** The result is sent as it is, so it must fit the schema of what is sent. */
interface SentWhole<Data extends z.ZodType> {
  /** The shape of what is sent as `data`. */
  data: Data;
  view?: never;
  media?: never;
}

/** Something of the result is sent. */
interface SentInPart<Result, Data extends z.ZodType> {
  data: Data;
  /** What of the result is sent. */
  view: (result: Result) => z.input<Data>;
  media?: never;
}

/** The result is a file to be sent. */
interface SentAsFile<Result> {
  /** The media types that the file may have. */
  media: Result extends Download ? readonly string[] : never;
  /** The shape of a file of JSON. */
  data?: z.ZodType;
  view?: never;
}

type Fits<Result, Data extends z.ZodType> =
  Result extends z.input<Data> ? [] : ["The result does not fit the schema of its data"];

/** One method of an API route. */
export interface Endpoint {
  call: AnyCallable;
  gate: Gate;
  summary: string;
  description: string | undefined;
  deprecation: Deprecation | undefined;
  status: 200 | 201;
  body: "json" | "none" | MultipartOptions;
  /** The shape of what is sent; null for a file of anything but JSON. */
  data: z.ZodType | null;
  /** Whether `data` stands around it. */
  isEnveloped: boolean;
  /** The media types of a file. */
  media: readonly string[];
  answer: (result: unknown, context: RequestContext) => Response;
}

/**
 * States what a method of a route does: which query or operation it calls, and how its result is sent. The document of
 * the API is made of the same statement.
 */
export function endpoint<C extends AnyCallable, Data extends z.ZodType>(
  call: C,
  choices: Choices<ResultOf<C>> & SentInPart<ResultOf<C>, Data>,
): Endpoint;
export function endpoint<C extends AnyCallable>(
  call: C,
  choices: Choices<ResultOf<C>> & SentAsFile<ResultOf<C>>,
): Endpoint;
export function endpoint<C extends AnyCallable, Data extends z.ZodType>(
  call: C,
  choices: Choices<ResultOf<C>> & SentWhole<Data>,
  ...fits: Fits<ResultOf<C>, Data>
): Endpoint;
export function endpoint<C extends AnyCallable, Data extends z.ZodType>(
  call: C,
  choices: Choices<ResultOf<C>> & (SentWhole<Data> | SentInPart<ResultOf<C>, Data> | SentAsFile<ResultOf<C>>),
): Endpoint {
  const {
    summary,
    description,
    deprecation,
    status = 200,
    body = "json",
    view,
    media,
    data = null,
    envelope,
  } = choices;
  const isEnveloped = envelope !== false;
  return {
    call,
    gate: call.gate,
    summary,
    description,
    deprecation,
    status,
    body,
    data,
    isEnveloped,
    media: media ?? [],
    answer(result, context) {
      const { settings } = context.services;
      const typed = result as ResultOf<C>;
      if (media) return downloadResponse(settings, context.requestId, typed as Download);
      const sent = view ? view(typed) : typed;
      const text = isEnveloped ? { data: sent } : sent;
      return jsonResponse(context, status, text, call.gate, choices.headers?.(typed, settings));
    },
  };
}

type Endpoints = Partial<Record<Method, Endpoint>>;
type ApiHandler = (args: RouteArguments) => Promise<Response>;

/**
 * Makes the loader and action of an API route from its methods. It owns 405, who calls, reading the body, errors and
 * the envelope, so that a route says nothing of them. `endpoints` is exported for the tests that walk the table.
 */
export function api(endpoints: Endpoints): { loader: ApiHandler; action: ApiHandler; endpoints: Endpoints } {
  const allow = API_METHODS.flatMap((method) =>
    endpoints[method] ? (method === "GET" ? ["GET", "HEAD"] : [method]) : [],
  ).join(", ");

  const handle: ApiHandler = async (args) => {
    const context = await requestContext(args);
    const { method } = args.request;
    const key = method === "HEAD" ? "GET" : method;
    const found = Object.hasOwn(endpoints, key) ? endpoints[key as Method] : undefined;
    if (!found) return errorResponse(context, new DomainError("method_not_allowed"), [["allow", allow]]);
    const response = await answer(found, args, context);
    for (const [name, value] of found.deprecation ? deprecationHeaders(found.deprecation) : []) {
      response.headers.append(name, value);
    }
    return response;
  };

  const answer = async (found: Endpoint, args: RouteArguments, context: RequestContext): Promise<Response> => {
    const { request } = args;
    try {
      const result = await execute(found.call, context.services, callerOf(context, request), () =>
        readInput(found, args, context),
      );
      return found.answer(result, context);
    } catch (error) {
      return errorResponse(context, error);
    }
  };
  return { loader: handle, action: handle, endpoints };
}

async function readInput(found: Endpoint, args: RouteArguments, context: RequestContext): Promise<RawInput> {
  const { request, params } = args;
  if (request.method === "GET" || request.method === "HEAD") {
    const query = request.url.indexOf("?");
    return { value: query < 0 ? params : { ...readQuery(found.call, request.url.slice(query)), ...params } };
  }
  if (request.method === "DELETE" || found.body === "none") return { value: params };
  if (found.body === "json") {
    return { value: { ...(await readJsonObject(request, LIMITS.jsonBodyBytes)), ...params } };
  }
  const { value, dispose } = await readMultipart(request, context.services.files, found.body);
  return { value: { ...value, ...params }, dispose };
}

/**
 * The parameters of a query. Those that nobody asks for are left alone, as ever.
 * @throws DomainError invalid_request, naming those that come twice: whichever were taken, the caller meant the other too.
 */
function readQuery({ input }: AnyCallable, query: string): Record<string, string> {
  const parameters = new URLSearchParams(query);
  const value = Object.fromEntries(parameters);
  const names = Object.keys(value);
  if (names.length === parameters.size) return value;
  const repeated = names.filter((name) => Object.hasOwn(input.shape, name) && parameters.getAll(name).length > 1);
  if (repeated.length === 0) return value;
  throw new DomainError("invalid_request", undefined, {
    fields: Object.fromEntries(repeated.map((name) => [name, ["is given more than once"]])),
  });
}

const headersOf = new WeakMap<Settings, [string, string][]>();

/**
 * The headers of every JSON response. Whatever stands behind a session is never kept by anybody; the public feeds may
 * be kept, but are asked for again each time, since a call may open or close at any moment.
 */
function jsonHeaders({ services: { settings }, requestId }: RequestContext, gate: Gate | null): [string, string][] {
  let common = headersOf.get(settings);
  if (!common) {
    common = [["content-type", "application/json; charset=utf-8"], ...apiSecurityHeaders(settings)];
    headersOf.set(settings, common);
  }
  return [
    ...common,
    ["cache-control", gate === "public" ? "no-cache" : "private, no-store"],
    ["x-request-id", requestId],
  ];
}

/** A JSON response with the headers that all of them bear. */
export function jsonResponse(
  context: RequestContext,
  status: number,
  body: unknown,
  gate: Gate | null = null,
  headers: [string, string][] = [],
): Response {
  return new FastResponse(JSON.stringify(body), { status, headers: [...jsonHeaders(context, gate), ...headers] });
}

/** The one place where an error becomes a JSON response: `{error}`, with `fields` for a validation error. */
export function errorResponse(context: RequestContext, error: unknown, headers: [string, string][] = []): Response {
  if (!(error instanceof DomainError)) {
    // The detail stays in the log; the client gets the request id to name it by.
    context.services.log.error({ err: error, requestId: context.requestId }, "request failed");
    return jsonResponse(context, ERROR_STATUS.internal_error, { error: ERROR_MESSAGE.internal_error }, null, headers);
  }
  if (error.retryAfterSeconds !== undefined) headers.push(["retry-after", String(error.retryAfterSeconds)]);
  const { status, message, fields } = error;
  return jsonResponse(context, status, fields ? { error: message, fields } : { error: message }, null, headers);
}

/** What a path under /api that does not exist answers, to every method. */
export const unknownApiPath: ApiHandler = async (args) => {
  const context = await requestContext(args);
  return errorResponse(context, new DomainError("not_found"));
};
