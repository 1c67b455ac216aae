import { ListInPieces } from "~/lists/list-in-pieces";
import { whileAuthorized } from "~/operations/authority-stream.server";
import type { Services } from "~/operations/services";
import type { Versioned, WrittenText } from "~/operations/versioned";
import type { Gate } from "~/policy/policy";
import type { Settings } from "~/settings.server";
import { atOrigin } from "~/values/any-origin";
import { FOR_EVERYONE } from "~/web/transport/caching";
import { isNotModified, linkHeader, validatorHeaders, validatorsOf } from "~/web/transport/conditional";
import { type Download, downloadResponse } from "~/web/transport/download.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import {
  apiResponse,
  type Header,
  JSON_TYPE,
  jsonResponse,
  lastingHeaders,
  notModifiedResponse,
} from "./api-response.server";
import { bodyFor, jsonBytes, type KeptResponse, keepResponses, keptPieces } from "./kept-responses.server";
import { listBody } from "./list-stream.server";

/* How the result of a query or an operation becomes a response. */

/** What an endpoint says about its response. */
export interface ResponseForm<Result> {
  gate: Gate;
  status: 200 | 201;
  /** Whether the result is inside `data`. */
  isEnveloped: boolean;
  /** Whether the result is a `Download`. */
  isFile: boolean;
  /** Picks the part of the result that is sent; all of it unless given. */
  view?: (result: Result) => unknown;
  headers?: (result: Result, settings: Settings) => Header[];
}

/** Longer lists are written in turns with other requests. */
const LONG_LIST = 200;

export async function resultResponse<Result>(
  result: Result,
  form: ResponseForm<Result>,
  context: RequestContext,
): Promise<Response> {
  const { status, isEnveloped } = form;
  if (result instanceof ListInPieces) return listResponse(result, form, context);
  if (form.isFile) return downloadResponse(context, form.gate, result as Download);
  const sent = form.view ? form.view(result) : result;
  const headers = form.headers?.(result, context.services.settings) ?? [];
  if (Array.isArray(sent) && sent.length > LONG_LIST) {
    return apiResponse(context, status, await jsonBytes(sent, isEnveloped), JSON_TYPE, headers);
  }
  return jsonResponse(context, status, isEnveloped ? { data: sent } : sent, headers);
}

/** A response with validators: a 304 if the client has this version, otherwise a body that is kept for others. */
export async function versionedResponse<Result>(
  versioned: Versioned<Result>,
  form: ResponseForm<Result>,
  context: RequestContext,
  request: Request,
): Promise<Response> {
  const { status } = form;
  const now = context.services.clock().getTime();
  const validators = validatorsOf(versioned, lastingHeaders(context.services.settings));
  const headers = validatorHeaders(validators, now);
  const { origin, key } = versioned;
  headers.push(...cachingOf(versioned, context, request));
  if (isNotModified(request.headers, validators, now)) return notModifiedResponse(context, headers);
  const keep = keeperOf(context);
  const write = () => writeVersion(versioned, form);
  const kept = await (key === null ? write() : keep(key, write));
  if (kept.list) return listResponse(kept.list, form, context, key === null ? undefined : { keep, key }, headers);
  const { body, sizeBytes } = bodyFor(kept, origin);
  headers.push(...linkHeader(kept.links).map(([name, value]): Header => [name, atOrigin(value, origin)]));
  if (sizeBytes !== undefined) {
    headers.push(["content-length", String(sizeBytes)]);
    // Readers at all origins share its pieces, so nothing keeps another copy of it.
    context.isStreamed = true;
  }
  return apiResponse(context, status, body, kept.contentType, headers);
}

/** Who may store a version. The address of a personal feed is its own secret. */
function cachingOf(
  { key }: Pick<Versioned<unknown>, "key">,
  { caller }: RequestContext,
  request: Request,
): readonly Header[] {
  if (key !== null && !request.headers.has("cookie")) return FOR_EVERYONE;
  return [["cache-control", key !== null && caller?.actor ? "private, no-store" : "private, no-cache"]];
}

/** @param kept keeps the written pieces, under its key, for others who ask for the same list */
async function listResponse(
  list: ListInPieces<unknown>,
  { gate, status, isEnveloped }: Pick<ResponseForm<never>, "gate" | "status" | "isEnveloped">,
  context: RequestContext,
  kept?: { keep: Keeper; key: string },
  headers: Header[] = [],
): Promise<Response> {
  const { services, requestId, caller } = context;
  const body = await listBody(list, {
    isEnveloped,
    keep: kept && ((name, write) => kept.keep(`${kept.key} piece ${name}`, write)),
    failed: (error) => services.log.error({ err: error, requestId }, "sending a list failed"),
  });
  if (body instanceof ReadableStream) context.isStreamed = true;
  const sent = caller && body instanceof ReadableStream ? whileAuthorized(services, caller, gate, body) : body;
  return apiResponse(context, status, sent, JSON_TYPE, headers);
}

/** Writes a version as the response that is kept. */
async function writeVersion<Result>(
  { read }: Versioned<Result>,
  { view, isEnveloped }: ResponseForm<Result>,
): Promise<KeptResponse> {
  const { value, links } = await read();
  if (value instanceof ListInPieces) return { pieces: [], contentType: JSON_TYPE, links, list: value };
  if (isWrittenText(value)) return { pieces: keptPieces(value.pieces), contentType: value.contentType, links };
  const bytes = await jsonBytes(view ? view(value) : value, isEnveloped);
  return { pieces: [bytes], contentType: JSON_TYPE, links };
}

const isWrittenText = (result: unknown): result is WrittenText =>
  typeof result === "object" && result !== null && "pieces" in result && "contentType" in result;

type Keeper = ReturnType<typeof keepResponses>;

const keepers = new WeakMap<Services["db"], Keeper>();

/** The kept responses of the service's database. */
function keeperOf({ services: { db } }: RequestContext): Keeper {
  const keeper = keepers.get(db) ?? keepResponses();
  keepers.set(db, keeper);
  return keeper;
}
