import { execute } from "~/operations/execute.server";
import type { AnyCallable, RawInput } from "~/operations/operation.server";
import { DomainError, invalidField } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { mediaType, readJsonObject } from "~/web/transport/body.server";
import { readMultipart } from "~/web/transport/multipart.server";
import {
  callerOf,
  type RequestContext,
  type RouteArguments,
  requestContext,
} from "~/web/transport/request-context.server";
import { errorResponse } from "./api-response.server";
import { deprecationHeaders } from "./deprecation";
import type { Endpoint } from "./endpoint.server";

export { endpoint } from "./endpoint.server";

const API_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof API_METHODS)[number];

type Endpoints = Partial<Record<Method, Endpoint>>;
type ApiHandler = (args: RouteArguments) => Promise<Response>;

/**
 * Makes the loader and action of an API route from its methods: finds the caller, reads the body, and answers errors and
 * unknown methods. `endpoints` is for the API's document and for tests that walk the table.
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
    const response = await respond(found, args, context);
    for (const [name, value] of found.deprecation ? deprecationHeaders(found.deprecation) : []) {
      response.headers.append(name, value);
    }
    return response;
  };

  const respond = async (found: Endpoint, args: RouteArguments, context: RequestContext): Promise<Response> => {
    const { request } = args;
    try {
      const result = await execute(found.call, context.services, callerOf(context, request), () =>
        readInput(found, args, context),
      );
      return await found.respond(result, context, request);
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
  const { body } = found;
  if (body === "json" || (body.takesJson && mediaType(request) !== "multipart/form-data")) {
    const value = await readJsonObject(request, LIMITS.jsonBodyBytes, found.jsonShape);
    if (body !== "json" && Object.hasOwn(value, body.fileField)) {
      throw invalidField(body.fileField, "invalid", "Send files as multipart/form-data");
    }
    return { value: { ...value, ...params } };
  }
  const { value, dispose } = await readMultipart(request, context.services.files, callerOf(context, request), body);
  return { value: { ...value, ...params }, dispose };
}

/**
 * Reads the parameters of an address. Unknown parameters are ignored.
 * @throws DomainError invalid_request if a known one is there twice, since either value could be the wrong one
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

/** Responds to every method of an unknown path under /api. */
export const unknownApiPath: ApiHandler = async (args) => {
  const context = await requestContext(args);
  return errorResponse(context, new DomainError("not_found"));
};
