import { readdirSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { closeDatabase } from "#db/open";
import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import { FORM_SCRIPT_HEADER } from "~/values/form-words";
import { COMMANDS, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { exchangeRaw } from "../support/raw-exchange";
import { rowsByTable } from "../support/rows";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, type RunningServer, startServer } from "../support/server-process";
import { HIDDEN, MALFORMED, type MalformedRequest, WITH_A_REQUEST_IN_THE_BODY } from "./malformed-requests";
import type { Finding } from "./proof";
import { proveResponseHeaders } from "./response-headers";

interface Sizes {
  /** The users whose browsers send requests from another site. */
  people: readonly PersonKey[];
}

const FULL_SIZE: Sizes = { people: ["systemAdmin", "lead", "acmeAdmin", "acmeUser"] };

const UNSAFE_METHODS = ["POST", "PUT", "PATCH", "DELETE"];
/** Headers by which a browser marks a request from another site. */
const ANOTHER_SITE: readonly Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.test" },
  { origin: "null" },
];
/** Mail programs unsubscribe from any site, with the token in mail and without a session (RFC 8058). */
const ONE_CLICK = "POST /unsubscribe/none";
const SAME_SITE = { "sec-fetch-site": "same-origin" };
const AT_ONCE = 8;
const CLOSING_MILLISECONDS = 5_000;

/** Existing records, by the path segment before their id. */
const RECORDS: Record<string, string> = {
  organizations: ORGANIZATIONS.acme,
  commands: COMMANDS.alpha,
  users: idOf("acmeUser"),
};

/** The address of every route. For pages also the one that Remix's scripts use. */
function addresses(): string[] {
  const addressOf = ({ path }: { path: string }) =>
    `/${path.replace(/^\//, "").replace("*", "no/such/address")}`.replace(
      /([^/]+)\/:\w+/g,
      (_part, noun: string) => `${noun}/${RECORDS[noun] ?? "none"}`,
    );
  const pages = PAGE_ROUTES.map(addressOf);
  return [
    ...API_ROUTES.map(addressOf),
    ...pages,
    ...pages.map((page) => (page === "/" ? "/_root.data" : `${page}.data`)),
  ];
}

interface Result {
  method: string;
  address: string;
  status: number;
  isCrossSite: boolean;
}

async function sendAs(server: RunningServer, token: string, method: string, address: string, headers: object) {
  const isApi = address.startsWith("/api");
  const response = await fetch(server.origin + address, {
    method,
    redirect: "manual",
    headers: {
      cookie: `session=${token}`,
      "content-type": isApi ? "application/json" : "application/x-www-form-urlencoded",
      ...headers,
    },
    body: isApi ? "{}" : "body=",
  });
  const text = await response.text();
  return {
    method,
    address,
    status: response.status,
    isCrossSite: text.includes("Requests from other sites are refused"),
  };
}

/** Sends every unsafe method to every address with each of these headers. */
async function sendAll(
  server: RunningServer,
  token: string,
  headersOf: readonly Record<string, string>[],
): Promise<Result[]> {
  const script = { [FORM_SCRIPT_HEADER]: "1" };
  const requests = addresses().flatMap((address) =>
    UNSAFE_METHODS.filter((method) => `${method} ${address}` !== ONE_CLICK).flatMap((method) =>
      headersOf.flatMap((headers) => [
        { method, address, headers },
        ...(method === "POST" ? [{ method, address, headers: { ...headers, ...script } }] : []),
      ]),
    ),
  );
  const results: Result[] = [];
  const queue = requests.values();
  const work = async () => {
    for (const { method, address, headers } of queue) {
      results.push(await sendAs(server, token, method, address, headers));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

/** The first few problems, for a finding's figure. */
const firstOf = (problems: readonly string[]) => (problems.length > 0 ? `: ${problems.slice(0, 5).join(", ")}` : "");

/**
 * Tests the built server over real connections: it refuses every write from another site and every request that could
 * be read in two ways, and every kind of response has the right headers and cookies.
 */
export async function* proveNetwork({ people }: Sizes = FULL_SIZE): AsyncIterable<Finding> {
  const place = makePlace();
  const db = openMigrated(place.settings.DATABASE_PATH);
  const tokens = await insertServerCast(db);
  closeDatabase(db);
  const server = await startServer(PORTAL, { ...place.settings, DEMO_LOCK_CREDENTIALS: "false" });
  const ledger = new Sqlite(place.settings.DATABASE_PATH, { readonly: true });
  const everything = () => JSON.stringify([rowsByTable(ledger), readdirSync(place.settings.UPLOADS_DIR)]);
  try {
    // The first request creates what the server creates on first use.
    await (await fetch(`${server.origin}/login`)).arrayBuffer();
    const before = everything();
    for (const person of people) {
      const results = await sendAll(server, tokens[person], ANOTHER_SITE);
      const passed = results.filter(({ status, isCrossSite }) => status !== 403 || !isCrossSite);
      yield {
        what: `from another site, as ${person}: refused unsafe requests`,
        figure: `${results.length - passed.length} of ${results.length}${firstOf(passed.map(({ method, address }) => `${method} ${address}`))}`,
        bound: "all",
        holds: passed.length === 0 && results.length > 0,
      };
    }
    const unchanged = everything() === before;
    yield {
      what: "from another site: rows and files written",
      figure: unchanged ? "none" : "some",
      bound: "none",
      holds: unchanged,
    };

    yield* proveFraming(server, everything);
    yield* proveSameSite(server, tokens.poc, everything);
  } finally {
    ledger.close();
    await server.stop();
    place.remove();
  }
  yield* proveResponseHeaders();
}

/** Checks that the same requests from this site pass and some of them write, so that the test above proves something. */
async function* proveSameSite(server: RunningServer, token: string, everything: () => string): AsyncIterable<Finding> {
  const before = everything();
  const results = await sendAll(server, token, [SAME_SITE]);
  const refused = results.filter(({ isCrossSite }) => isCrossSite);
  const wrote = everything() !== before;
  yield {
    what: "from this site: the same requests pass that check and write",
    figure: `${results.length - refused.length} of ${results.length}, ${wrote ? "written" : "nothing written"}`,
    bound: "all, written",
    holds: refused.length === 0 && wrote,
  };
}

async function* proveFraming({ port }: RunningServer, everything: () => string): AsyncIterable<Finding> {
  const before = everything();
  const sendMalformed = async (requests: readonly MalformedRequest[]) =>
    Promise.all(
      requests.map(async ({ what, bytes }) => ({ what, ...(await exchangeRaw(port, [bytes], CLOSING_MILLISECONDS)) })),
    );
  const misread = (await sendMalformed(MALFORMED)).filter(
    ({ response, isClosed }) => !isClosed || !isOneRefusal(response),
  );
  yield {
    what: "malformed requests refused in JSON, with their connection closed",
    figure: `${MALFORMED.length - misread.length} of ${MALFORMED.length}${firstOf(misread.map(({ what }) => what))}`,
    bound: "all",
    holds: misread.length === 0,
  };
  const doubled = (await sendMalformed(WITH_A_REQUEST_IN_THE_BODY)).filter(
    ({ response, isClosed }) => !isClosed || statusLines(response) !== 1,
  );
  yield {
    what: "requests with another in their body got one response",
    figure: `${WITH_A_REQUEST_IN_THE_BODY.length - doubled.length} of ${WITH_A_REQUEST_IN_THE_BODY.length}${firstOf(doubled.map(({ what }) => what))}`,
    bound: "all",
    holds: doubled.length === 0,
  };
  const unchanged = everything() === before;
  yield {
    what: "performed writes that were hidden after them",
    figure: unchanged ? "none" : "some",
    bound: "none",
    holds: unchanged,
  };

  await exchangeRaw(port, [HIDDEN.replace("\r\n", "\r\nConnection: close\r\n")], CLOSING_MILLISECONDS);
  const made = everything() !== before;
  yield { what: "the hidden write, sent openly", figure: made ? "made" : "not made", bound: "made", holds: made };
}

const statusLines = (response: string) => response.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0;

/** Whether a connection got exactly one response, a refusal in JSON. */
const isOneRefusal = (response: string) =>
  statusLines(response) === 1 &&
  /^HTTP\/1\.1 4\d\d /.test(response) &&
  /\r\ncontent-type: application\/json; charset=utf-8\r\n/i.test(response) &&
  /\{"error":"[^"]+"\}$/.test(response);
