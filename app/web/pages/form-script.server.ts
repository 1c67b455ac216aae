import type { ServerBuild } from "@remix-run/node";
import { addRoute, createRouter, findRoute } from "rou3";
import { ERROR_MESSAGE } from "~/values/errors";
import { FORM_SCRIPT_HEADER } from "~/values/form-words";
import { decodeParams, isApiPath } from "~/web/api/api-router.server";
import type { RequestContext, RouteArguments } from "~/web/transport/request-context.server";

type PageAction = (args: RouteArguments) => Promise<unknown>;

/** The value of Remix's `data()`. */
interface WithStatus {
  data: unknown;
  init: ResponseInit | null;
}

/** Whether a page's script sent the form, to show the progress of an upload, and not the browser itself. */
export function isFormScript({ method, headers }: Request): boolean {
  return method === "POST" && headers.has(FORM_SCRIPT_HEADER);
}

/**
 * Runs the page's action for a form that a script sends, and responds in JSON: `{location}` when it is done, or the form's
 * state with its status when it is refused. If the script followed a redirect instead, the notice of the next page would
 * be lost.
 */
export function createFormScriptDispatcher(build: ServerBuild) {
  const router = createRouter<PageAction>();
  for (const route of Object.values(build.routes)) {
    const { action } = (route?.module ?? {}) as unknown as { action?: PageAction };
    const isForm = route?.path && route.path !== "*" && !isApiPath(`/${route.path}`);
    if (isForm && action) addRoute(router, "", `/${route.path}`, action);
  }

  return async (request: Request, pathname: string, context: RequestContext): Promise<Response> => {
    const found = findRoute(router, "", pathname);
    if (!found) return refused(404, ERROR_MESSAGE.not_found);
    let outcome: unknown;
    try {
      outcome = await found.data({ request, params: decodeParams(found.params), context });
    } catch (thrown) {
      outcome = thrown;
    }
    if (outcome instanceof Response) return redirectInJson(outcome);
    if (isWithStatus(outcome)) return stateInJson(outcome);
    context.services.log.error({ err: outcome, requestId: context.requestId }, "form failed");
    return refused(500, ERROR_MESSAGE.internal_error);
  };
}

function isWithStatus(outcome: unknown): outcome is WithStatus {
  return typeof outcome === "object" && outcome !== null && "data" in outcome && "init" in outcome;
}

function refused(status: number, formError: string): Response {
  return Response.json({ values: {}, formError }, { status });
}

function redirectInJson(redirect: Response): Response {
  const location = redirect.headers.get("location");
  if (location === null) return refused(redirect.status, ERROR_MESSAGE.internal_error);
  const response = Response.json({ location });
  for (const cookie of redirect.headers.getSetCookie()) response.headers.append("set-cookie", cookie);
  return response;
}

function stateInJson({ data, init }: WithStatus): Response {
  const status = init?.status ?? 200;
  return data === null
    ? refused(status, REFUSALS[status] ?? ERROR_MESSAGE.internal_error)
    : Response.json(data, { status });
}

/** What the error page would say, if the browser had sent the form. */
const REFUSALS: { readonly [status: number]: string } = {
  403: "You do not have permission to do this.",
  404: "This no longer exists. Reload the page.",
};
