import type * as z from "zod";
import type { ListInPieces } from "~/lists/list-in-pieces";
import type { AnyCallable, ResultOf } from "~/operations/operation.server";
import type { Versioned, WrittenText } from "~/operations/versioned";
import type { Gate } from "~/policy/policy";
import type { Settings } from "~/settings.server";
import type { Download } from "~/web/transport/download.server";
import type { JsonShape } from "~/web/transport/json-size";
import type { MultipartOptions } from "~/web/transport/multipart.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import type { Header } from "./api-response.server";
import type { Deprecation } from "./deprecation";
import { type ResponseForm, resultResponse, versionedResponse } from "./result-response.server";

/* How a route declares one of its methods: the query or operation that it calls, and how it sends the result. */

interface Choices<Result> {
  /** What the method does, in a few words, for the API's document. */
  summary: string;
  /** What an integrator should know besides the summary. */
  description?: string;
  /** The status of a success; 200 unless given. */
  status?: 200 | 201;
  /** The format of the body; JSON unless given. `none` reads no body. */
  body?: "json" | "none" | MultipartOptions;
  /** How much a JSON body may contain, if that differs from other routes. */
  jsonShape?: JsonShape;
  /** False for results that are sent without `data` around them (docs/contract.md#conventions). */
  envelope?: false;
  /** Set this some time before the method, or part of it, is removed. Every response announces it. */
  deprecation?: Deprecation;
  /** Headers that depend on the result, such as a session's cookie. */
  headers?: (result: Result, settings: Settings) => Header[];
}

/** Sends the whole result, so it must fit the schema. */
interface SentWhole<Data extends z.ZodType> {
  /** The shape of what is sent as `data`. */
  data: Data;
  view?: never;
  media?: never;
}

/** Sends part of the result. */
interface SentInPart<Result, Data extends z.ZodType> {
  data: Data;
  /** Picks the part that is sent. */
  view: (result: Result) => z.input<Data>;
  media?: never;
}

/** Sends the result as a file, or as text in a format other than JSON. */
interface SentAsFile<Result> {
  /** The media types that the file may have. */
  media: Result extends Download | WrittenText ? readonly string[] : never;
  /** The shape of a JSON file. */
  data?: z.ZodType;
  view?: never;
}

/** What is sent of a result: the value of a versioned one, and the whole list of one that is read in pieces. */
type SentBy<C extends AnyCallable> = Whole<ResultOf<C> extends Versioned<infer Value> ? Value : ResultOf<C>>;
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
  /** The shape of what is sent; null for a file that is not JSON. */
  data: z.ZodType | null;
  /** Whether the result is inside `data`. */
  isEnveloped: boolean;
  /** The media types of a file. */
  media: readonly string[];
  /** Whether the response has validators, and may be a 304. */
  isVersioned: boolean;
  /** Whether the validators include a date. */
  isDated: boolean;
  respond: (result: unknown, context: RequestContext, request: Request) => Promise<Response>;
}

/** Declares a method of a route. The API's document is made from the same declaration. */
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
  const { summary, description, deprecation, status = 200, body = "json", jsonShape, media, data = null } = choices;
  const isEnveloped = choices.envelope !== false;
  const isVersioned = call.kind === "query" && call.isVersioned === true;
  const form: ResponseForm<SentBy<C>> = {
    gate: call.gate,
    status,
    isEnveloped,
    isFile: media !== undefined,
    view: choices.view,
    headers: choices.headers,
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
    isDated: isVersioned && call.isUndated !== true,
    respond: (result, context, request) =>
      isVersioned
        ? versionedResponse(result as Versioned<SentBy<C>>, form, context, request)
        : resultResponse(result as SentBy<C>, form, context),
  };
}
