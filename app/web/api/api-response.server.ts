import { FastResponse } from "srvx";
import type { Settings } from "~/settings.server";
import { DomainError, ERROR_MESSAGE, ERROR_STATUS, type FieldErrors } from "~/values/errors";
import { FOR_EVERYONE } from "~/web/transport/caching";
import type { RequestContext } from "~/web/transport/request-context.server";
import { apiSecurityHeaders } from "~/web/transport/security-headers";

/* The API's responses, with the headers that all of them have. Files have their own (`downloadResponse`). */

export type Header = [name: string, value: string];

export const JSON_TYPE = "application/json; charset=utf-8";

/** The headers that follow from the settings, and a text that identifies them. */
interface Lasting {
  security: Header[];
  key: string;
}

const lasting = new WeakMap<Settings, Lasting>();

function lastingOf(settings: Settings): Lasting {
  const known = lasting.get(settings);
  if (known) return known;
  const security = apiSecurityHeaders(settings);
  const made = { security, key: JSON.stringify([security, FOR_EVERYONE]) };
  lasting.set(settings, made);
  return made;
}

/** Identifies the headers that a response has as long as neither the settings nor the program change. */
export const lastingHeaders = (settings: Settings): string => lastingOf(settings).key;

/** The headers of every response. Nobody may store it, unless its `own` headers say otherwise. */
function responseHeaders({ services: { settings }, requestId }: RequestContext, own: Header[]): Header[] {
  const { security } = lastingOf(settings);
  const caching: Header = ["cache-control", "private, no-store"];
  const isCachingGiven = own.some(([name]) => name === caching[0]);
  return [...security, ...(isCachingGiven ? [] : [caching]), ["x-request-id", requestId], ...own];
}

export function apiResponse(
  context: RequestContext,
  status: number,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  contentType: string,
  headers: Header[],
): Response {
  return new FastResponse(body as BodyInit, {
    status,
    headers: [["content-type", contentType], ...responseHeaders(context, headers)],
  });
}

/** A 304: the client already has this version. */
export function notModifiedResponse(context: RequestContext, headers: Header[]): Response {
  return new FastResponse(null, { status: 304, headers: responseHeaders(context, headers) });
}

export function jsonResponse(context: RequestContext, status: number, body: unknown, headers: Header[] = []): Response {
  return apiResponse(context, status, JSON.stringify(body), JSON_TYPE, headers);
}

/**
 * The only place where an error becomes a JSON response: `{error}`, with `fields` if fields are invalid, and `code` if the
 * status does not say what to do.
 */
export function errorResponse(context: RequestContext, error: unknown, headers: Header[] = []): Response {
  if (!(error instanceof DomainError)) {
    // Only the log gets the detail. The client gets the request id to refer to it.
    context.services.log.error({ err: error, requestId: context.requestId }, "request failed");
    return jsonResponse(context, ERROR_STATUS.internal_error, { error: ERROR_MESSAGE.internal_error }, headers);
  }
  if (error.retryAfterSeconds !== undefined) headers.push(["retry-after", String(error.retryAfterSeconds)]);
  const { status, message, fields, reason } = error;
  const body = { error: message, ...(fields && { fields: messagesOf(fields) }), ...(reason && { code: reason }) };
  return jsonResponse(context, status, body, headers);
}

function messagesOf(fields: FieldErrors): Record<string, string[]> {
  const messages = Object.entries(fields).map(([name, errors]) => [name, errors.map(({ message }) => message)]);
  return Object.fromEntries(messages);
}
