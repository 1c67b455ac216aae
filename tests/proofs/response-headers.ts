import { closeDatabase } from "#db/open";
import { FORM_SCRIPT_HEADER } from "~/values/form-words";
import { emailOf, PASSWORD } from "../support/cast";
import { wrongHeaders } from "../support/common-headers";
import { openMigrated } from "../support/migrated";
import { exchangeRaw } from "../support/raw-exchange";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, startServer } from "../support/server-process";
import type { Finding } from "./proof";

const HTTP_ORIGIN = "http://portal.test";
const HTTPS_ORIGIN = "https://portal.test";
const HSTS = "strict-transport-security";
const CLOSING_MILLISECONDS = 5_000;

interface Sample {
  what: string;
  method?: string;
  path: string;
  status: number;
  headers?: Record<string, string>;
  json?: object;
  form?: Record<string, string>;
  as?: "systemAdmin" | "admin" | "poc" | "leaving" | "away";
  /** The cookies that it sets or deletes. */
  cookies?: string[];
}

const SIGN_IN = { email: emailOf("lead"), password: PASSWORD };

/** A request for each kind of response. */
const SAMPLES: readonly Sample[] = [
  { what: "data", path: "/api/portal/calls", status: 200 },
  { what: "data of a user", path: "/api/notifications", as: "poc", status: 200 },
  { what: "a feed", path: "/api/feeds/calls.atom", status: 200 },
  { what: "a calendar", path: "/api/feeds/calls.ics", status: 200 },
  { what: "nothing new", path: "/api/portal/calls", headers: { "if-none-match": "*" }, status: 304 },
  { what: "an export", path: "/api/export/csv?entity=organizations", as: "admin", status: 200 },
  { what: "no session", path: "/api/notifications", status: 401 },
  { what: "no such address", path: "/api/nothing", status: 404 },
  { what: "no such method", method: "PUT", path: "/api/session", json: {}, status: 405 },
  { what: "a refused form", method: "POST", path: "/api/session", json: {}, status: 400 },
  { what: "another site", method: "POST", path: "/logout", form: {}, headers: { origin: "null" }, status: 403 },
  { what: "too long a body", method: "POST", path: "/api/session", json: { email: "a".repeat(300_000) }, status: 413 },
  { what: "a malformed address", path: "/%ff", status: 400 },
  { what: "the health check", path: "/healthz", status: 200 },
  { what: "a missing asset", path: "/assets/none.js", status: 404 },
  { what: "a page", path: "/login", status: 200 },
  { what: "a page of a user", path: "/gov", as: "poc", status: 200 },
  { what: "a page's data", path: "/login.data", status: 200 },
  { what: "a missing page", path: "/nothing", status: 404 },
  { what: "a redirect", path: "/gov", status: 302 },
  { what: "a page with a secret", path: "/invitations/none", status: 404 },
  { what: "a refused page form", method: "POST", path: "/login", form: {}, status: 400 },
  {
    what: "a form that a script sends",
    method: "POST",
    path: "/gov/admin/tags?add",
    headers: { [FORM_SCRIPT_HEADER]: "1" },
    form: {},
    as: "poc",
    status: 403,
  },
  {
    what: "an accepted form",
    method: "POST",
    path: "/gov/admin/tags?add",
    form: { label: "autonomy" },
    as: "systemAdmin",
    status: 302,
    cookies: ["notice"],
  },
  {
    what: "signing in by the API",
    method: "POST",
    path: "/api/session",
    json: SIGN_IN,
    status: 200,
    cookies: ["session"],
  },
  { what: "signing in by the page", method: "POST", path: "/login", form: SIGN_IN, status: 302, cookies: ["session"] },
  {
    what: "signing out by the API",
    method: "DELETE",
    path: "/api/session",
    as: "leaving",
    status: 200,
    cookies: ["session"],
  },
  {
    what: "signing out by the page",
    method: "POST",
    path: "/logout",
    form: {},
    as: "away",
    status: 302,
    cookies: ["session"],
  },
  {
    what: "a registration step",
    method: "POST",
    path: "/register",
    form: { orgName: "Meridian Robotics", orgType: "COMPANY" },
    status: 302,
    cookies: ["registration"],
  },
];

/** Bytes that Node refuses before it creates a request. */
const UNREADABLE = [
  "NONSENSE\r\n\r\n",
  "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n",
  "GET / HTTP/1.1\r\nExpect: b\r\nHost: a\r\n\r\n",
];

/** Checks the headers and cookies of every kind of response, with an http and an https origin. */
export async function* proveResponseHeaders(): AsyncIterable<Finding> {
  for (const publicOrigin of [HTTP_ORIGIN, HTTPS_ORIGIN]) yield* underOrigin(publicOrigin);
}

async function* underOrigin(publicOrigin: string): AsyncIterable<Finding> {
  const place = makePlace();
  const db = openMigrated(place.settings.DATABASE_PATH);
  const tokens = await insertServerCast(db);
  closeDatabase(db);
  const isSecure = publicOrigin === HTTPS_ORIGIN;
  const prefix = isSecure ? "__Host-" : "";
  const tokenOf = {
    systemAdmin: tokens.systemAdmin,
    admin: tokens.admin,
    poc: tokens.poc,
    leaving: tokens.bravoPoc,
    away: tokens.readonly,
  };
  const server = await startServer(PORTAL, { ...place.settings, PUBLIC_ORIGIN: publicOrigin });
  const headerErrors: string[] = [];
  const cookieErrors: string[] = [];
  let cookies = 0;
  const check = (what: string, headerOf: (name: string) => string | null | undefined) => {
    const wrong = wrongHeaders(headerOf);
    if ((headerOf(HSTS) != null) !== isSecure) wrong.push(HSTS);
    headerErrors.push(...wrong.map((name) => `${what}: ${name}`));
  };
  try {
    const asset = (await (await fetch(`${server.origin}/login`)).text()).match(/\/assets\/[^"]+\.css/)?.[0] ?? "";
    const all: Sample[] = [...SAMPLES, { what: "an asset", path: asset, status: 200 }];
    for (const { what, method = "GET", path, status, headers, json, form, as, cookies: expected = [] } of all) {
      const response = await fetch(server.origin + path, {
        method,
        redirect: "manual",
        headers: {
          ...(as && { cookie: `${prefix}session=${tokenOf[as]}` }),
          ...(json && { "content-type": "application/json" }),
          ...headers,
        },
        body: json ? JSON.stringify(json) : form && new URLSearchParams(form),
      });
      await response.arrayBuffer();
      if (response.status !== status) headerErrors.push(`${what}: returned ${response.status}`);
      check(what, (name) => response.headers.get(name));
      const set = response.headers.getSetCookie();
      cookies += set.length;
      cookieErrors.push(...set.filter((cookie) => !isCorrect(cookie, isSecure)));
      const names = set.map((cookie) => cookie.slice(0, cookie.indexOf("=")));
      for (const name of expected)
        if (!names.includes(prefix + name)) cookieErrors.push(`${what}: no ${prefix}${name}`);
    }
    for (const bytes of UNREADABLE) {
      const { response } = await exchangeRaw(server.port, [bytes], CLOSING_MILLISECONDS);
      check(bytes.split(" ")[0] ?? "", (name) => response.match(new RegExp(`^${name}: (.*)\r$`, "im"))?.[1]);
    }
    const count = all.length + UNREADABLE.length;
    yield {
      what: `headers of ${count} kinds of response under ${publicOrigin}`,
      figure: headerErrors.length === 0 ? "correct" : headerErrors.slice(0, 5).join(", "),
      bound: "correct",
      holds: headerErrors.length === 0,
    };
    yield {
      what: `cookies that they set under ${publicOrigin}`,
      figure: cookieErrors.length === 0 ? `${cookies} correct` : cookieErrors.slice(0, 5).join(", "),
      bound: "correct",
      holds: cookieErrors.length === 0 && cookies > 0,
    };
  } finally {
    await server.stop();
    place.remove();
  }
}

/** HttpOnly, SameSite=Lax, and for all paths of this host only. Under https also Secure, with the __Host- prefix. */
function isCorrect(cookie: string, isSecure: boolean): boolean {
  const [pair = "", ...attributes] = cookie.split(/; */).map((part) => part.toLowerCase());
  const has = (attribute: string) => attributes.includes(attribute);
  return (
    has("httponly") &&
    has("samesite=lax") &&
    has("path=/") &&
    !attributes.some((attribute) => attribute.startsWith("domain")) &&
    has("secure") === isSecure &&
    pair.startsWith("__host-") === isSecure
  );
}
