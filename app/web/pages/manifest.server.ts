import type { ServerBuild } from "@remix-run/node";
import { addRoute, createRouter, findRoute } from "rou3";
import { DomainError } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { jsonResponse } from "~/web/api/api-response.server";
import type { RequestContext } from "~/web/transport/request-context.server";
import { segmentsOf } from "~/web/transport/request-size";

/** Where Remix's scripts request the routes that a page's links lead to. */
export const MANIFEST_PATH = "/__manifest";

/**
 * Responds with the routes for some paths, like Remix's own handler. That one ranks the whole route table for each path
 * and each of its prefixes.
 * @param isPage picks the routes that scripts may know
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
    // Includes each path's prefixes, so that scripts also know the pages above.
    const ids = new Set(["root", ...paths.flatMap(prefixesOf).flatMap((path) => routeIdOf(path) ?? [])]);
    return jsonResponse(context, 200, Object.fromEntries([...ids].map((id) => [id, routes[id]])));
  };

  /** Remix ignores case in the fixed parts of a path. */
  function routeIdOf(path: string): string | undefined {
    return findRoute(router, "", path.toLowerCase())?.data;
  }
}

function prefixesOf(path: string): string[] {
  const segments = path.replace(/^\//, "").split("/");
  return segments.map((_segment, index) => `/${segments.slice(0, index + 1).join("/")}`);
}
