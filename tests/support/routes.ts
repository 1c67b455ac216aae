import { API_ROUTES } from "~/routes.js";
import type { Endpoint } from "~/web/api/endpoint.server";

/** One method of one API route, as its module declares it. */
export interface DeclaredEndpoint {
  method: string;
  path: string;
  /** "GET api/session" */
  key: string;
  endpoint: Endpoint;
}

/** The modules of the API's routes, except the catch-all for unknown paths. */
export const apiModules = await Promise.all(
  API_ROUTES.filter(({ path }) => path !== "api/*").map(async ({ path, file }) => {
    const module = (await import(/* @vite-ignore */ `../../app/${file}`)) as { endpoints?: Record<string, Endpoint> };
    return { path, endpoints: module.endpoints ?? {} };
  }),
);

/** Every method of every API route. */
export const declaredEndpoints: readonly DeclaredEndpoint[] = apiModules.flatMap(({ path, endpoints }) =>
  Object.entries(endpoints).map(([method, endpoint]) => ({ method, path, endpoint, key: `${method} ${path}` })),
);

/** A route's address with these ids. The others are "none", which no record has. */
export const addressOf = (path: string, ids: Record<string, string> = {}) =>
  `/${path.replace(/^\//, "").replace(/:(\w+)/g, (_part, name: string) => ids[name] ?? "none")}`;
