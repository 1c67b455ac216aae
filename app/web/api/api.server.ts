import { FastResponse } from "srvx";
import type { z } from "zod";
import { ListInPieces } from "~/lists/list-in-pieces";
import { whileAuthorized } from "~/operations/authority-stream.server";
import { execute } from "~/operations/execute.server";
import type { AnyCallable, RawInput, ResultOf } from "~/operations/operation.server";
import type { Services } from "~/operations/services";
import type { Versioned, WrittenText } from "~/operations/versioned";
import type { Gate } from "~/policy/policy";
import type { Settings } from "~/settings.server";
import { atOrigin } from "~/values/any-origin";
import { DomainError } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { readJsonObject } from "~/web/transport/body.server";
import { isNotModified, linkHeader, validatorHeaders, validatorsOf } from "~/web/transport/conditional";
import { type Download, downloadResponse } from "~/web/transport/download.server";
import type { JsonShape } from "~/web/transport/json-size";
import { type MultipartOptions, readMultipart } from "~/web/transport/multipart.server";
import {
  callerOf,
  type RequestContext,
  type RouteArguments,
  requestContext,
} from "~/web/transport/request-context.server";
import { apiHeaders, apiResponse, errorResponse, JSON_TYPE, jsonResponse } from "./api-response.server";
import { type Deprecation, deprecationHeaders } from "./deprecation";
import { bodyFor, jsonBytes, type KeptAnswer, keepAnswers, keptPieces } from "./kept-responses.server";
import { listBody } from "./list-stream.server";

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
  /** How much a JSON body may hold, if that differs from other routes. */
  jsonShape?: JsonShape;
  /** For results that are sent without `data` around them (docs/contract.md#conventions). */
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

/** The result is a file, or text in a format of its own, to be sent. */
interface SentAsFile<Result> {
  /** The media types that the file may have. */
  media: Result extends Download | WrittenText ? readonly string[] : never;
  /** The shape of a file of JSON. */
  data?: z.ZodType;
  view?: never;
}

/** What is sent of a call's result: of one with versions, what it reads. */
type SentBy<C extends AnyCallable> = Whole<ResultOf<C> extends Versioned<infer Value> ? Value : ResultOf<C>>;
/** A list that is read in pieces is sent as one list. */
type Whole<Result> = Result extends ListInPieces<infer Item> ? Item[] : Result;

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
  jsonShape: JsonShape | undefined;
  /** The shape of what is sent; null for a file of anything but JSON. */
  data: z.ZodType | null;
  /** Whether `data` stands around it. */
  isEnveloped: boolean;
  /** The media types of a file. */
  media: readonly string[];
  /** Whether it says which version it sends, answers 304 to whoever has that one, and says where other pages are. */
  isVersioned: boolean;
  answer: (result: unknown, context: RequestContext, request: Request) => Response | Promise<Response>;
}

/**
 * States what a method of a route does: which query or operation it calls, and how its result is sent. The document of
 * the API is made of the same statement.
 */
export function endpoint<C extends AnyCallable, Data extends z.ZodType>(
  call: C,
  choices: Choices<SentBy<C>> & SentInPart<SentBy<C>, Data>,
): Endpoint;
export function endpoint<C extends AnyCallable>(call: C, choices: Choices<SentBy<C>> & SentAsFile<SentBy<C>>): Endpoint;
export function endpoint<C extends AnyCallable, Data extends z.ZodType>(
  call: C,
  choices: Choices<SentBy<C>> & SentWhole<Data>,
  ...fits: Fits<SentBy<C>, Data>
): Endpoint;
export function endpoint<C extends AnyCallable, Data extends z.ZodType>(
  call: C,
  choices: Choices<SentBy<C>> & (SentWhole<Data> | SentInPart<SentBy<C>, Data> | SentAsFile<SentBy<C>>),
): Endpoint {
  const {
    summary,
    description,
    deprecation,
    status = 200,
    body = "json",
    jsonShape,
    view,
    media,
    data = null,
    envelope,
  } = choices;
  const isEnveloped = envelope !== false;
  const isVersioned = call.kind === "query" && call.isVersioned === true;

  const send = async (result: SentBy<C>, context: RequestContext): Promise<Response> => {
    const { settings } = context.services;
    if (result instanceof ListInPieces) return sendList(result, context);
    if (media) return downloadResponse(context, call.gate, result as Download);
    const sent = view ? view(result) : result;
    const headers = choices.headers?.(result, settings) ?? [];
    if (Array.isArray(sent) && sent.length > LONG_LIST) {
      return apiResponse(context, status, await jsonBytes(sent, isEnveloped), JSON_TYPE, call.gate, headers);
    }
    return jsonResponse(context, status, isEnveloped ? { data: sent } : sent, call.gate, headers);
  };
  /** @param kept keeps written pieces for others who ask for the same list, under its key */
  const sendList = async (
    list: ListInPieces<unknown>,
    context: RequestContext,
    kept?: { keep: ReturnType<typeof keepAnswers>; key: string },
    headers: [string, string][] = [],
  ): Promise<Response> => {
    const { services, requestId, caller } = context;
    const body = await listBody(list, {
      isEnveloped,
      keep: kept && ((name, write) => kept.keep(`${kept.key} piece ${name}`, write)),
      failed: (error) => services.log.error({ err: error, requestId }, "sending a list failed"),
    });
    const sent = caller && body instanceof ReadableStream ? whileAuthorized(services, caller, call.gate, body) : body;
    return apiResponse(context, status, sent, JSON_TYPE, call.gate, headers);
  };
  /** What is sent of a version, kept for others who ask for the same. */
  const writeOut = async ({ read }: Versioned<SentBy<C>>): Promise<KeptAnswer> => {
    const { value, links } = await read();
    if (value instanceof ListInPieces) return { pieces: [], contentType: JSON_TYPE, links, list: value };
    if (isWrittenText(value)) return { pieces: keptPieces(value.pieces), contentType: value.contentType, links };
    const bytes = await jsonBytes(view ? view(value) : value, isEnveloped);
    return { pieces: [bytes], contentType: JSON_TYPE, links };
  };
  return {
    call,
    gate: call.gate,
    summary,
    description,
    deprecation,
    status,
    body,
    jsonShape,
    data,
    isEnveloped,
    media: media ?? [],
    isVersioned,
    async answer(result, context, request) {
      if (!isVersioned) return send(result as SentBy<C>, context);
      const versioned = result as Versioned<SentBy<C>>;
      const now = context.services.clock().getTime();
      const validators = validatorsOf(versioned);
      const headers = validatorHeaders(validators, now);
      if (isNotModified(request.headers, validators, now)) {
        return new FastResponse(null, { status: 304, headers: [...apiHeaders(context, call.gate), ...headers] });
      }
      const { origin, key } = versioned;
      const keep = keptOf(context);
      const kept = await keep(key, () => writeOut(versioned));
      if (kept.list) return sendList(kept.list, context, { keep, key }, headers);
      const { body, sizeBytes } = bodyFor(kept, origin);
      headers.push(...linkHeader(kept.links).map(([name, value]): [string, string] => [name, atOrigin(value, origin)]));
      if (sizeBytes !== undefined) headers.push(["content-length", String(sizeBytes)]);
      return apiResponse(context, status, body, kept.contentType, call.gate, headers);
    },
  };
}

/** A list of more items is written in turns. */
const LONG_LIST = 200;

const keptAnswers = new WeakMap<Services["db"], ReturnType<typeof keepAnswers>>();

function keptOf({ services: { db } }: RequestContext): ReturnType<typeof keepAnswers> {
  const kept = keptAnswers.get(db) ?? keepAnswers();
  keptAnswers.set(db, kept);
  return kept;
}

const isWrittenText = (result: unknown): result is WrittenText =>
  typeof result === "object" && result !== null && "pieces" in result && "contentType" in result;

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
      return await found.answer(result, context, request);
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
    return { value: { ...(await readJsonObject(request, LIMITS.jsonBodyBytes, found.jsonShape)), ...params } };
  }
  const { value, dispose } = await readMultipart(
    request,
    context.services.files,
    callerOf(context, request),
    found.body,
  );
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
    fields: Object.fromEntries(
      repeated.map((name) => [name, [{ code: "too_many", message: "Send this parameter only once" }]]),
    ),
  });
}

/** Answers every method on a path under /api that does not exist. */
export const unknownApiPath: ApiHandler = async (args) => {
  const context = await requestContext(args);
  return errorResponse(context, new DomainError("not_found"));
};
