import { FastResponse } from "srvx";
import type { Gate } from "~/policy/policy";
import type { Settings } from "~/settings.server";
import { DomainError, ERROR_MESSAGE, ERROR_STATUS, type FieldErrors } from "~/values/errors";
import type { RequestContext } from "~/web/transport/request-context.server";
import { apiSecurityHeaders } from "~/web/transport/security-headers";

const headersOf = new WeakMap<Settings, [string, string][]>();

/**
 * The headers of every response except files. No cache may store what a session protects. A cache may store the public
 * feeds but must revalidate them each time, because a call can open or close at any moment.
 */
export function apiHeaders(
  { services: { settings }, requestId }: RequestContext,
  gate: Gate | null,
): [string, string][] {
  let common = headersOf.get(settings);
  if (!common) {
    common = apiSecurityHeaders(settings);
    headersOf.set(settings, common);
  }
  return [
    ...common,
    ["cache-control", gate === "public" ? "no-cache" : "private, no-store"],
    ["x-request-id", requestId],
  ];
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** A response of any content type with the headers that every API response has. */
export function apiResponse(
  context: RequestContext,
  status: number,
  body: string | Uint8Array | ReadableStream<Uint8Array>,
  contentType: string,
  gate: Gate | null,
  headers: [string, string][],
): Response {
  return new FastResponse(body as BodyInit, {
    status,
    headers: [["content-type", contentType], ...apiHeaders(context, gate), ...headers],
  });
}

/** A JSON response with the headers that every API response has. */
export function jsonResponse(
  context: RequestContext,
  status: number,
  body: unknown,
  gate: Gate | null = null,
  headers: [string, string][] = [],
): Response {
  return apiResponse(context, status, JSON.stringify(body), JSON_TYPE, gate, headers);
}

/** Turns any error into a JSON response: `{error}`, with `fields` for a validation error. */
export function errorResponse(context: RequestContext, error: unknown, headers: [string, string][] = []): Response {
  if (!(error instanceof DomainError)) {
    // The client gets only the request ID. The log has the details under it.
    context.services.log.error({ err: error, requestId: context.requestId }, "request failed");
    return jsonResponse(context, ERROR_STATUS.internal_error, { error: ERROR_MESSAGE.internal_error }, null, headers);
  }
  if (error.retryAfterSeconds !== undefined) headers.push(["retry-after", String(error.retryAfterSeconds)]);
  const { status, message, fields } = error;
  const body = fields ? { error: message, fields: messagesOf(fields) } : { error: message };
  return jsonResponse(context, status, body, null, headers);
}

function messagesOf(fields: FieldErrors): Record<string, string[]> {
  const messages = Object.entries(fields).map(([name, errors]) => [name, errors.map(({ message }) => message)]);
  return Object.fromEntries(messages);
}
