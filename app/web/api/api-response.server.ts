import { FastResponse } from "srvx";
import type { Gate } from "~/policy/policy";
import type { Settings } from "~/settings.server";
import { DomainError, ERROR_MESSAGE, ERROR_STATUS, type FieldErrors } from "~/values/errors";
import type { RequestContext } from "~/web/transport/request-context.server";
import { apiSecurityHeaders } from "~/web/transport/security-headers";

/* The API's responses, with the headers that all of them have. Files have their own (`downloadResponse`). */

export type Header = [name: string, value: string];

export const JSON_TYPE = "application/json; charset=utf-8";

const securityHeaders = new WeakMap<Settings, Header[]>();

/**
 * The headers of every response. Nobody may store a response that needs a session. Anyone may store a public one, but must
 * ask again before each use, since a call may open or close at any moment. `own` headers may say who else may store it.
 */
function responseHeaders(
  { services: { settings }, requestId }: RequestContext,
  gate: Gate | null,
  own: Header[],
): Header[] {
  let security = securityHeaders.get(settings);
  if (!security) {
    security = apiSecurityHeaders(settings);
    securityHeaders.set(settings, security);
  }
  const caching: Header = ["cache-control", gate === "public" ? "no-cache" : "private, no-store"];
  const isCachingGiven = own.some(([name]) => name === caching[0]);
  return [...security, ...(isCachingGiven ? [] : [caching]), ["x-request-id", requestId], ...own];
}

export function apiResponse(
  context: RequestContext,
  status: number,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  contentType: string,
  gate: Gate | null,
  headers: Header[],
): Response {
  return new FastResponse(body as BodyInit, {
    status,
    headers: [["content-type", contentType], ...responseHeaders(context, gate, headers)],
  });
}

/** A 304: the client already has this version. */
export function notModifiedResponse(context: RequestContext, gate: Gate, headers: Header[]): Response {
  return new FastResponse(null, { status: 304, headers: responseHeaders(context, gate, headers) });
}

export function jsonResponse(
  context: RequestContext,
  status: number,
  body: unknown,
  gate: Gate | null = null,
  headers: Header[] = [],
): Response {
  return apiResponse(context, status, JSON.stringify(body), JSON_TYPE, gate, headers);
}

/**
 * The only place where an error becomes a JSON response: `{error}`, with `fields` if fields are invalid, and `code` if the
 * status does not say what to do.
 */
export function errorResponse(context: RequestContext, error: unknown, headers: Header[] = []): Response {
  if (!(error instanceof DomainError)) {
    // Only the log gets the detail. The client gets the request id to refer to it.
    context.services.log.error({ err: error, requestId: context.requestId }, "request failed");
    return jsonResponse(context, ERROR_STATUS.internal_error, { error: ERROR_MESSAGE.internal_error }, null, headers);
  }
  if (error.retryAfterSeconds !== undefined) headers.push(["retry-after", String(error.retryAfterSeconds)]);
  const { status, message, fields, reason } = error;
  const body = { error: message, ...(fields && { fields: messagesOf(fields) }), ...(reason && { code: reason }) };
  return jsonResponse(context, status, body, null, headers);
}

function messagesOf(fields: FieldErrors): Record<string, string[]> {
  const messages = Object.entries(fields).map(([name, errors]) => [name, errors.map(({ message }) => message)]);
  return Object.fromEntries(messages);
}
