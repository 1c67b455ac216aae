import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { ServerBuild } from "@remix-run/node";
import * as z from "zod";
import { defineQuery, defineVersionedQuery } from "~/operations/operation.server";
import type { Settings } from "~/settings.server";
import { sessionCookieName } from "~/web/transport/cookies.server";
import { type ApiRoute, describeApi } from "./document.server";
import type { ApiDocument } from "./types";

let routes: readonly ApiRoute[] = [];
/** By the name of the session cookie, the only setting that the document shows. */
let documents = new Map<string, ApiDocument>();
/** The file that the build made, because making the document takes 0.2 s. Null in development and tests. */
let prepared: string | null = null;

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
  documents = new Map();
}

/** @param path of the document that the build made for these routes, if it did */
export function readDocumentFrom(path: string): void {
  prepared = existsSync(path) ? path : null;
  documents = new Map();
}

function makeDocument(cookieName: string): ApiDocument {
  const document = prepared === null ? null : readPrepared(prepared);
  if (document === null) return describeApi(routes, cookieName);
  Object.assign(document.components.securitySchemes.session ?? {}, { name: cookieName });
  return document;
}

/** Null if it was not copied completely. */
function readPrepared(path: string): ApiDocument | null {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return null;
  }
}

/** The API's document, made on the first request. */
export function apiDocument(settings: Settings): ApiDocument {
  const cookieName = sessionCookieName(settings);
  let document = documents.get(cookieName);
  if (!document) {
    document = deepFreeze(makeDocument(cookieName));
    documents.set(cookieName, document);
  }
  return document;
}

/** Freezes a value and everything in it, because all readers share it. Assumes that what is frozen already is so to its depth. */
function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const each of Object.values(Object.freeze(value))) deepFreeze(each);
  return value;
}

/** For the pages of developers. */
export const describedApi = defineQuery({
  gate: "public",
  input: z.object({}),
  run: ({ settings }) => apiDocument(settings),
});

/** GET /api/openapi.json. It changes only with the program or its settings. */
export const publishedApi = defineVersionedQuery({
  gate: "public",
  input: z.object({}),
  isUndated: true,
  run({ settings, caller: { origin } }) {
    const document = apiDocument(settings);
    const version = versionOf(document);
    const key = `/api/openapi.json ${version}`;
    return { version, key, origin, modifiedAt: null, read: () => ({ value: document, links: {} }) };
  },
});

const versions = new WeakMap<ApiDocument, string>();

function versionOf(document: ApiDocument): string {
  const known = versions.get(document);
  if (known !== undefined) return known;
  const version = hash("sha256", JSON.stringify(document));
  versions.set(document, version);
  return version;
}
