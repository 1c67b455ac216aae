import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import { isForEveryone } from "~/web/public/addresses";
import { FOR_EVERYONE } from "~/web/transport/caching";
import { configurationFor, NGINX_CONFIGURATION } from "../support/nginx";

/* deploy/nginx.conf, without nginx. `npm run prove:cache` runs it. */

const text = readFileSync(NGINX_CONFIGURATION, "utf8");

/** The patterns and values of a map. What nginx's patterns use here means the same in JavaScript. */
function mapOf(source: string): { value: string; matches: (text: string) => boolean }[] {
  const [, rows = ""] = text.match(new RegExp(`^map ${source} .*\\{\\n([\\s\\S]*?)^\\}`, "m")) ?? [];
  return [...rows.matchAll(/^ {2}"~(\*?)(.+)" (\w+);$/gm)].map(([, anyCase, pattern = "", value = ""]) => {
    const expression = new RegExp(pattern, anyCase ? "i" : "");
    return { value, matches: (candidate) => expression.test(candidate) };
  });
}

describe("the addresses for which nginx looks into its cache", () => {
  const rows = mapOf("\\$request_uri");
  const isListed = (address: string) => rows.some(({ matches }) => matches(address));
  const filled = (path: string) => `/${path.replace(/^\//, "").replace("*", "no/such/page").replace(/:\w+/g, "a-1_B")}`;
  const paths = [...PAGE_ROUTES, ...API_ROUTES].map(({ path }) => filled(path));
  const addresses = paths.flatMap((path) =>
    ["", "?page=1", "?page=99", "?page=0", "?page=100", "?page=1&x", "?", "?q=a", "/", ".data"].map(
      (end) => path + end,
    ),
  );

  test("are those whose responses the server makes for everyone", () => {
    expect(rows).toHaveLength(7);
    const isPublic = (address: string) => {
      const [path = "", query] = address.split("?");
      return isForEveryone(path, query === undefined ? "" : `?${query}`);
    };
    expect(addresses.filter(isListed)).toEqual(addresses.filter(isPublic));
    expect(addresses.filter(isListed).length).toBeGreaterThan(20);
  });

  test("include the files of pages, and nothing that leads out of their folder", () => {
    const files = [
      "root-JDIPK53I.js",
      "_assets/styles-AB12.css",
      "routes/public/calls/$id-WMAABPOX.js",
      "agency/seal-0a1b.svg",
    ];
    expect(files.filter((file) => !isListed(`/assets/${file}`))).toEqual([]);
    const outside = [
      "/assets/../gov",
      "/assets/a/../../gov",
      "/assets/..",
      "/assets/.",
      "/assets//gov",
      "/assets/",
      "/assets",
    ];
    expect([...outside, "/assets/a.js?x", "/assets/%2e%2e/gov"].filter(isListed)).toEqual([]);
  });
});

test("nginx asks for the best compression that a browser accepts, and never for one that it refuses", () => {
  const rows = mapOf("\\$http_accept_encoding");
  const chosen = (accepted: string) => rows.find(({ matches }) => matches(accepted))?.value ?? "";
  for (const [accepted, expected] of [
    ["gzip, deflate, br, zstd", "br"],
    ["br", "br"],
    ["GZIP,BR;q=0.1", "br"],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0.000, gzip;q=1.0", "gzip"],
    ["gzip;q=0", ""],
    ["identity", ""],
    ["x-br, brotli, gzipped", ""],
    ["*", ""],
    ["", ""],
  ] as const) {
    expect([accepted, chosen(accepted)]).toEqual([accepted, expected]);
  }
});

test("nginx need not read Vary, because its key has what the server's responses vary by", () => {
  // Cookies are in the choice of the cache: with one, there is none.
  expect(FOR_EVERYONE.find(([name]) => name === "vary")).toEqual(["vary", "accept-encoding, cookie"]);
  expect(text).toContain('proxy_cache_key "$server_name $request_uri $portal_encoding";');
  expect(text).toContain('map "$portal_address:$http_cookie:$http_authorization" $portal_cache {');
});

test("the documents say how many page views nginx hands on", () => {
  const [, rate] = text.match(/zone=portal_views:\w+ rate=(\d+)r\/s;/) ?? [];
  const [, burst] = text.match(/limit_req zone=portal_views burst=(\d+) nodelay;/) ?? [];
  const page = readFileSync("docs/deploy.md", "utf8").replace(/\s+/g, " ");
  expect(page).toContain(`nginx hands on ${rate} a second, after a burst of ${burst}.`);
});

test("the proof replaces only the addresses, the folder and TLS", () => {
  const places = { portalPort: 1, port: 2, redirectPort: 3, cacheFolder: "/cache" };
  const changed = configurationFor(places).split("\n");
  const own = text.split("\n");
  expect(own.filter((line) => !changed.includes(line))).toEqual([
    expect.stringMatching(/^proxy_cache_path /),
    "  server 127.0.0.1:3000;",
    "  listen 80;",
    "  listen 443 ssl;",
    "  ssl_certificate /etc/ssl/portal.pem;",
    "  ssl_certificate_key /etc/ssl/portal.key;",
  ]);
});
