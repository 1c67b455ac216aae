import type { ServerBuild } from "@remix-run/node";
import { addRoute, createRouter, findRoute } from "rou3";
import { DomainError } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { jsonResponse } from "~/web/api/api-response.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import { segmentsOf } from "~/web/transport/request-size";

/** Scripts ask here for the routes that a page's links lead to. */
export const MANIFEST_PATH = "/__manifest";

/**
 * Answers which routes some paths lead to, as Remix's own handler does. Remix would rank its whole table for each path
 * and for each beginning of one.
 * @param isPage which routes pages may know of
 */
export function createManifestDispatcher(build: ServerBuild, isPage: (route: { path?: string }) => boolean) {
  const { version, routes } = build.assets;
  const router = createRouter<string>();
  for (const route of Object.values(build.routes)) {
    if (!route || route.id === "root" || !isPage(route)) continue;
    addRoute(router, "", `/${route.path === "*" ? "**" : (route.path ?? "")}`, route.id);
  }

  return (request: Request, context: RequestContext): Response => {
    const { search, searchParams } = new URL(request.url);
    if (search.length > LIMITS.manifestCharacters) throw new DomainError("invalid_request", "The address is too long");
    if (searchParams.get("version") !== version) {
      return new Response(null, { status: 204, headers: { "X-Remix-Reload-Document": "true" } });
    }
    const paths = searchParams.getAll("p");
    if (paths.length === 0) throw new DomainError("invalid_request", "Name at least one path");
    if (paths.length > LIMITS.manifestPaths || paths.some((path) => segmentsOf(path) > LIMITS.pathSegments)) {
      throw new DomainError("invalid_request", "Name fewer paths");
    }
    // A path's beginnings come with it, so that scripts also know the way up.
    const ids = new Set(["root", ...paths.flatMap(beginningsOf).flatMap((path) => routeIdOf(path) ?? [])]);
    return jsonResponse(context, 200, Object.fromEntries([...ids].map((id) => [id, routes[id]])));
  };

  /** Remix reads the fixed parts of a path without regard to case. */
  function routeIdOf(path: string): string | undefined {
    return findRoute(router, "", path.toLowerCase())?.data;
  }
}

function beginningsOf(path: string): string[] {
  const segments = path.replace(/^\//, "").split("/");
  return segments.map((_segment, index) => `/${segments.slice(0, index + 1).join("/")}`);
}
