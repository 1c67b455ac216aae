import type { ServerBuild } from "@remix-run/node";
import { addRoute, createRouter, findRoute } from "rou3";
import { ERROR_MESSAGE } from "~/values/errors";
import { FORM_SCRIPT_HEADER } from "~/values/form-words";
import { decodeParams, isApiPath } from "~/web/api/api-router.server";
import type { RequestContext, RouteArguments } from "~/web/transport/request-context.server";

type PageAction = (args: RouteArguments) => Promise<unknown>;

/** What `data()` makes: a value with the status that goes with it. */
interface WithStatus {
  data: unknown;
  init: ResponseInit | null;
}

/** Whether a script sends the form, and not the browser itself: an upload whose progress is shown. */
export function isFormScript({ method, headers }: Request): boolean {
  return method === "POST" && headers.has(FORM_SCRIPT_HEADER);
}

/**
 * Answers the forms that a script of a page sends, by the page's own action: in JSON, with where to go (`location`) when
 * it is done, and with the form's state and its status when it is refused. Remix would have the script follow the
 * redirect, and lose the notice of the page that it leads to.
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
  const answer = Response.json({ location });
  for (const cookie of redirect.headers.getSetCookie()) answer.headers.append("set-cookie", cookie);
  return answer;
}

function stateInJson({ data, init }: WithStatus): Response {
  const status = init?.status ?? 200;
  return data === null
    ? refused(status, REFUSALS[status] ?? ERROR_MESSAGE.internal_error)
    : Response.json(data, { status });
}

/** What a page would say that the browser loads in the place of the form. */
const REFUSALS: { readonly [status: number]: string } = {
  403: "You do not have permission to do this.",
  404: "This no longer exists. Reload the page.",
};
