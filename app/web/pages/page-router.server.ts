import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import { isApiPath } from "~/web/api/api-router.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import { createFormScriptDispatcher, isFormScript } from "./form-script.server";
import { createManifestDispatcher, MANIFEST_PATH } from "./manifest.server";

/**
 * Dispatches page requests to one Remix handler for each first segment of a path, each over its part of the route
 * table: ranking the whole table would take most of a request's time.
 */
export function createPageDispatcher(build: ServerBuild, mode: string) {
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
      mode,
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

  const answerScript = createFormScriptDispatcher(build);
  const answerManifest = createManifestDispatcher(build, isPage);

  return async (request: Request, pathname: string, context: RequestContext): Promise<Response> => {
    if (isFormScript(request)) return answerScript(request, pathname, context);
    if (pathname === MANIFEST_PATH) return answerManifest(request, context);
    // Remix would take it for the path without its empty segments, and print it on the console beside the log.
    if (pathname.includes("//")) return unknown(request, context);
    const segment = firstSegmentOf(pathname.slice(1))
      .replace(/\.data$/, "")
      .replace(/^_root$/, "");
    return (handlers.get(segment) ?? unknown)(request, context);
  };
}
