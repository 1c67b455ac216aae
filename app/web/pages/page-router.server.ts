import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { isApiPath } from "~/web/api/api-router.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import { createFormScriptDispatcher, isFormScript } from "./form-script.server";

/**
 * Dispatches each page request to a Remix handler for the path's first segment. Each handler has only its part of the
 * route table, because ranking the whole table would take most of a request's time.
 */
export function createPageDispatcher(build: ServerBuild) {
  const firstSegmentOf = (path: string | undefined) => path?.split("/", 1)[0] ?? "";
  const isPage = ({ path }: { path?: string }) => !isApiPath(`/${path ?? ""}`);
  const handlerOver = (isIncluded: (route: { id: string; path?: string }) => boolean): RequestHandler => {
    const pick = <Route extends { id: string; path?: string }>(routes: Record<string, Route | undefined>) =>
      Object.fromEntries(Object.entries(routes).filter(([, route]) => route && isPage(route) && isIncluded(route)));
    return createRequestHandler(
      {
        ...build,
        routes: pick(build.routes) as ServerBuild["routes"],
        assets: { ...build.assets, routes: pick(build.assets.routes) as ServerBuild["assets"]["routes"] },
      },
      "production",
    );
  };

  const isShared = ({ id, path }: { id: string; path?: string }) => id === "root" || path === "*";
  const segments = new Set(
    Object.values(build.routes).flatMap((route) => (route && isPage(route) ? [firstSegmentOf(route.path)] : [])),
  );
  const handlers = new Map(
    [...segments].map((segment) => [
      segment,
      handlerOver((route) => isShared(route) || firstSegmentOf(route.path) === segment),
    ]),
  );
  const unknown = handlerOver(isShared);

  const respondToScript = createFormScriptDispatcher(build);

  return async (request: Request, pathname: string, context: RequestContext): Promise<Response> => {
    if (isFormScript(request)) return respondToScript(request, pathname, context);
    // Remix would ignore the empty segments, and print a warning on the console next to the log.
    if (pathname.includes("//")) return unknown(request, context);
    const segment = firstSegmentOf(pathname.slice(1))
      .replace(/\.data$/, "")
      .replace(/^_root$/, "");
    return (handlers.get(segment) ?? unknown)(request, context);
  };
}
