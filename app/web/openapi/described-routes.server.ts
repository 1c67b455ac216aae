import type { ServerBuild } from "@remix-run/node";
import { z } from "zod";
import { defineQuery } from "~/operations/operation.server";
import type { Settings } from "~/settings.server";
import { sessionCookieName } from "~/web/transport/cookies.server";
import { type ApiRoute, describeApi } from "./document.server";
import type { ApiDocument } from "./types";

let routes: readonly ApiRoute[] = [];
let documents = new WeakMap<Settings, ApiDocument>();

/**
 * Sets the routes to describe. The build contains this module, so this module cannot import the build: the server passes
 * it in.
 */
export function announceRoutes(build: Pick<ServerBuild, "routes">): void {
  routes = Object.values(build.routes).flatMap((route) => {
    if (!route?.path) return [];
    const { endpoints } = route.module as unknown as { endpoints?: ApiRoute["endpoints"] };
    return endpoints ? [{ path: route.path, endpoints }] : [];
  });
  documents = new WeakMap();
}

/** The API's document, made on the first request. */
export function apiDocument(settings: Settings): ApiDocument {
  let document = documents.get(settings);
  if (!document) {
    document = describeApi(routes, sessionCookieName(settings));
    documents.set(settings, document);
  }
  return document;
}

/** GET /api/openapi.json. */
export const describedApi = defineQuery({
  gate: "public",
  input: z.object({}),
  run: ({ settings }) => apiDocument(settings),
});
