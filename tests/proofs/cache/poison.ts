import type { OutgoingHttpHeaders } from "node:http";
import { FORM_SCRIPT_HEADER } from "~/values/form-words";
import { NGINX_HOST } from "../../support/nginx";
import { ask, ENCODINGS, type Question } from "./ask";
import type { Site, Visitor } from "./site";
import { storedIn } from "./stored";

/* Requests that try to change what others get from the cache, or to fill it. */

const EVIL = "evil.test";
const HOSTS = [EVIL, NGINX_HOST.toUpperCase(), `${NGINX_HOST}:8443`, `${NGINX_HOST}.`, `${EVIL}/calls`];

/** What a request has besides its address. */
type Attack = Omit<Question, "path"> & { path?: (address: string) => string };

const withHeader = (name: string, value: string): Attack => ({ headers: { [name]: value } });

/** Nothing of these is in nginx's key. */
const ATTACKS: readonly Attack[] = [
  ...["x-forwarded-host", "x-forwarded-server", "x-host", "x-original-host", "x-real-ip", "true-client-ip", "via"].map(
    (name) => withHeader(name, EVIL),
  ),
  ...["x-original-url", "x-rewrite-url", "x-forwarded-prefix", "x-forwarded-path"].map((name) =>
    withHeader(name, "/login"),
  ),
  ...["x-http-method-override", "x-http-method", "x-method-override"].map((name) => withHeader(name, "POST")),
  ...Object.entries({
    ...{ "x-forwarded-proto": "http", "x-forwarded-scheme": "http", "x-forwarded-port": "81", "x-forwarded-for": EVIL },
    ...{ forwarded: `for=${EVIL};host=${EVIL};proto=http`, origin: `https://${EVIL}`, referer: `https://${EVIL}/` },
    ...{ "x-shared-cache": "0", "x-accel-expires": "86400", "x-request-id": EVIL, [FORM_SCRIPT_HEADER]: "1" },
    ...{ accept: "application/json", "accept-language": "de", "accept-charset": "utf-7", "user-agent": "curl" },
    ...{ "sec-fetch-site": "cross-site", "sec-fetch-mode": "cors", purpose: "prefetch", "save-data": "on" },
    ...{ range: "bytes=0-9", "if-range": '"x"', "if-match": '"x"', "if-none-match": "*" },
    ...{ "if-modified-since": new Date().toUTCString(), "cache-control": "no-cache", pragma: "no-cache" },
    ...{ te: "trailers", "max-forwards": "0", "content-type": "application/json", expect: "100-continue" },
    ...{ "accept-encoding": "br;q=0, gzip;q=0.0, *;q=0", authorization: "Bearer x", cookie: "theme=dark" },
  }).map(([name, value]) => withHeader(name, value)),
  withHeader("accept-encoding", "br"),
  { headers: { connection: "close, x-forwarded-for, host", "x-forwarded-for": EVIL } },
  { headers: { connection: "upgrade", upgrade: "websocket" } },
  ...HOSTS.map((host) => withHeader("host", host)),
  { path: (address) => `http://${EVIL}${address}` },
  { path: (address) => `https://${NGINX_HOST}:8443${address}`, headers: { host: EVIL } },
  { body: "page=1&q=rotor" },
  { method: "HEAD" },
  { method: "POST", body: "" },
  { method: "OPTIONS" },
];

/** Other spellings of public addresses. */
const SPELLINGS = [
  ...["/calls?", "/calls?x=1", "/calls?page=01", "/calls?page=1&page=2", "/calls?page=100", "/calls?PAGE=1", "/CALLS"],
  ...["/calls/", "//calls", "/./calls", "/gov/../calls", "/a/%2e%2e/calls", "/%63alls", "/calls%3fpage=1", "/calls;x"],
  ...["/assets/../calls", "/assets/..%2fcalls", "/assets/./x.js", "/help?page=1", "/calls/a.b", "/calls/%61"],
  ...["/api/portal/calls/", "/api/openapi.json?x", "/help/industry/", "/calls/x/../y", "/developers/a/b"],
];

/** What browsers and programs say about compression. */
const ACCEPTED = ["br", "gzip", "identity", "br, gzip", "gzip, br;q=0.1", "deflate, gzip;q=1.0", "zstd", "*", ""];

export interface Poisoning {
  attacks: number;
  problems: string[];
}

/**
 * Sends attacks before a page is stored and again after that. Each has a page of its own.
 * @param every sends every n-th
 */
export async function poison(site: Site, nobody: Visitor, every: number): Promise<Poisoning> {
  const problems: string[] = [];
  const attacks = ATTACKS.filter((_attack, index) => index % every === 0);
  for (const [index, { path = String, ...attack }] of attacks.entries()) {
    const address = `/calls?page=${index + 2}`;
    const expected = await site.askDirectly(nobody, { path: address });
    for (const when of ["first", "later"]) {
      await ask(site.nginx.port, { ...attack, path: path(address) });
      const { status, text, headers } = await site.ask(nobody, { path: address });
      const isSame = (name: string) => headers[name] === expected.headers[name];
      const differs = ["content-type", "content-security-policy", "cache-control", "link"].filter(
        (name) => !isSame(name),
      );
      if (status === expected.status && text === expected.text && differs.length === 0) continue;
      problems.push(`${JSON.stringify({ ...attack, path: path(address) })} ${when}: ${status} ${differs}`);
    }
  }
  return { attacks: attacks.length, problems };
}

/** Asks for addresses that would fill the cache. @returns those that got into it */
export async function fillCache(site: Site, nobody: Visitor): Promise<{ asked: number; stored: string[] }> {
  const before = new Set(storedIn(site.nginx.cacheFolder).map(({ address }) => address));
  const variants: OutgoingHttpHeaders[] = [
    ...ACCEPTED.map((accepted) => ({ "accept-encoding": accepted })),
    ...HOSTS.map((host) => ({ host })),
  ];
  for (const path of SPELLINGS) {
    for (const headers of ENCODINGS) await site.ask(nobody, { path, headers });
  }
  for (const headers of variants) await site.ask(nobody, { path: "/privacy", headers });
  const stored = storedIn(site.nginx.cacheFolder).map(({ address }) => address);
  const forms = stored.filter((address) => address === "/privacy").length;
  return {
    asked: SPELLINGS.length * ENCODINGS.length + variants.length,
    stored: [
      ...stored.filter((address) => !before.has(address) && address !== "/privacy"),
      ...(forms > 3 ? [`/privacy in ${forms} forms`] : []),
    ],
  };
}
