import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { addRoute, createRouter, findRoute } from "rou3";
import { isApiPath } from "~/web/api/api-router.server";
import { pagePathOf } from "~/web/transport/page-path";
import type { RequestContext } from "~/web/transport/request-context.server";
import { createFormScriptDispatcher, isFormScript } from "./form-script.server";

/**
 * Dispatches each page request to a Remix handler that knows only that page. Remix ranks its whole route table several
 * times for each request, which would take most of its time. Our small router finds the page. Remix also decodes the fixed
 * parts of a path, so an encoded one goes to a handler that knows all pages with its first segment.
 */
export function createPageDispatcher(build: ServerBuild) {
  const firstSegmentOf = (path: string | undefined) => path?.split("/", 1)[0] ?? "";
  const isPage = ({ path }: { path?: string }) => !isApiPath(`/${path ?? ""}`);
  const isShared = ({ id, path }: { id: string; path?: string }) => id === "root" || path === "*";
  const handlerOver = (isIncluded: (route: { id: string; path?: string }) => boolean): RequestHandler => {
    const pick = <Route extends { id: string; path?: string }>(routes: Record<string, Route | undefined>) =>
      Object.fromEntries(
        Object.entries(routes).filter(
          ([, route]) => route && (isShared(route) || (isPage(route) && isIncluded(route))),
        ),
      );
    return createRequestHandler(
      {
        ...build,
        routes: pick(build.routes) as ServerBuild["routes"],
        assets: { ...build.assets, routes: pick(build.assets.routes) as ServerBuild["assets"]["routes"] },
      },
      "production",
    );
  };

  const pages = Object.values(build.routes).flatMap((route) =>
    route && isPage(route) && !isShared(route) ? [{ id: route.id, path: route.path ?? "" }] : [],
  );
  const router = createRouter<RequestHandler>();
  for (const { id, path } of pages) {
    const handler = handlerOver((route) => route.id === id);
    addRoute(router, "", `/${path}`, handler);
  }
  const segments = new Set(pages.map(({ path }) => firstSegmentOf(path)));
  const isUnder = (segment: string) => (route: { path?: string }) => firstSegmentOf(route.path) === segment;
  const handlers = new Map([...segments].map((segment) => [segment, handlerOver(isUnder(segment))]));
  const unknown = handlerOver(() => false);

  const respondToScript = createFormScriptDispatcher(build);

  return async (request: Request, pathname: string, context: RequestContext): Promise<Response> => {
    if (isFormScript(request)) return respondToScript(request, pathname, context);
    // Remix would ignore the empty segments, and print a warning on the console next to the log.
    if (pathname.includes("//")) return unknown(request, context);
    const path = pagePathOf(pathname);
    const segment = firstSegmentOf(path.slice(1));
    // An encoded fixed part could be taken for a parameter.
    const canFind = handlers.has(segment) && !path.includes("%");
    const page = canFind ? findRoute(router, "", path.toLowerCase()) : undefined;
    return (page?.data ?? handlers.get(segment) ?? unknown)(request, context);
  };
}
