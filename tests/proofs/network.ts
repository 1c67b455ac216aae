import { readdirSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { closeDatabase, openDatabase } from "#db/open";
import { API_ROUTES, PAGE_ROUTES } from "~/routes.js";
import { FORM_SCRIPT_HEADER } from "~/values/form-words";
import { COMMANDS, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { exchangeRaw } from "../support/raw-exchange";
import { rowsByTable } from "../support/rows";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, type RunningServer, startServer } from "../support/server-process";
import { proveAnswerHeaders } from "./answer-headers";
import { HIDDEN, MALFORMED, type MalformedRequest, WITH_A_REQUEST_IN_THE_BODY } from "./malformed-requests";
import type { Finding } from "./proof";

interface Sizes {
  /** On whose behalf another site asks. */
  people: readonly PersonKey[];
}

const WHOLE: Sizes = { people: ["systemAdmin", "lead", "acmeAdmin", "acmeUser"] };

const UNSAFE_METHODS = ["POST", "PUT", "PATCH", "DELETE"];
/** How a browser names the site that asks: each is another one than this. */
const ANOTHER_SITE: readonly Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: "https://evil.test" },
  { origin: "null" },
];
const SAME_SITE = { "sec-fetch-site": "same-origin" };
const AT_ONCE = 8;
const CLOSING_MILLISECONDS = 5_000;

/** A record that is there, for whatever a part of an address may name. */
const RECORDS: Record<string, string> = {
  organizations: ORGANIZATIONS.acme,
  commands: COMMANDS.alpha,
  users: idOf("acmeUser"),
};

/** Every address that a route answers; of pages also the one under which Remix's own scripts send to them. */
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

interface Walked {
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

/** Sends every unsafe method to every address, under each of these headers. */
async function walk(
  server: RunningServer,
  token: string,
  headersOf: readonly Record<string, string>[],
): Promise<Walked[]> {
  const script = { [FORM_SCRIPT_HEADER]: "1" };
  const requests = addresses().flatMap((address) =>
    UNSAFE_METHODS.flatMap((method) =>
      headersOf.flatMap((headers) => [
        { method, address, headers },
        ...(method === "POST" ? [{ method, address, headers: { ...headers, ...script } }] : []),
      ]),
    ),
  );
  const walked: Walked[] = [];
  const turns = requests.values();
  const takeTurns = async () => {
    for (const { method, address, headers } of turns) {
      walked.push(await sendAs(server, token, method, address, headers));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeTurns));
  return walked;
}

/** The first few of what is at fault, for a finding's figure. */
const firstOf = (faults: readonly string[]) => (faults.length > 0 ? `: ${faults.slice(0, 5).join(", ")}` : "");

/**
 * Tests the built server over real connections: it refuses every write from another site and every request that could
 * be read in two ways, and every kind of response has the right headers and cookies.
 */
export async function* proveNetwork({ people }: Sizes = WHOLE): AsyncIterable<Finding> {
  const place = makePlace();
  const db = openDatabase(place.settings.DATABASE_PATH);
  const tokens = await insertServerCast(db);
  closeDatabase(db);
  const server = await startServer(PORTAL, { ...place.settings, DEMO_LOCK_CREDENTIALS: "false" });
  const ledger = new Sqlite(place.settings.DATABASE_PATH, { readonly: true });
  const everything = () => JSON.stringify([rowsByTable(ledger), readdirSync(place.settings.UPLOADS_DIR)]);
  try {
    // Makes what is made at its first use.
    await (await fetch(`${server.origin}/login`)).arrayBuffer();
    const before = everything();
    for (const person of people) {
      const walked = await walk(server, tokens[person], ANOTHER_SITE);
      const passed = walked.filter(({ status, isCrossSite }) => status !== 403 || !isCrossSite);
      yield {
        what: `for another site, as ${person}: unsafe requests refused`,
        figure: `${walked.length - passed.length} of ${walked.length}${firstOf(passed.map(({ method, address }) => `${method} ${address}`))}`,
        bound: "all",
        holds: passed.length === 0 && walked.length > 0,
      };
    }
    const unchanged = everything() === before;
    yield {
      what: "for another site: rows and files written",
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
  yield* proveAnswerHeaders();
}

/** That the walk would have shown what passes: the same requests from this site do, and some of them write. */
async function* proveSameSite(server: RunningServer, token: string, everything: () => string): AsyncIterable<Finding> {
  const before = everything();
  const walked = await walk(server, token, [SAME_SITE]);
  const refused = walked.filter(({ isCrossSite }) => isCrossSite);
  const wrote = everything() !== before;
  yield {
    what: "for this site: the same requests pass that check, and write",
    figure: `${walked.length - refused.length} of ${walked.length}, ${wrote ? "written" : "nothing written"}`,
    bound: "all, written",
    holds: refused.length === 0 && wrote,
  };
}

async function* proveFraming({ port }: RunningServer, everything: () => string): AsyncIterable<Finding> {
  const before = everything();
  const answersTo = async (requests: readonly MalformedRequest[]) =>
    Promise.all(
      requests.map(async ({ what, bytes }) => ({ what, ...(await exchangeRaw(port, [bytes], CLOSING_MILLISECONDS)) })),
    );
  const misread = (await answersTo(MALFORMED)).filter(({ answer, isClosed }) => !isClosed || !isOneRefusal(answer));
  yield {
    what: "malformed requests refused in JSON, and their connection closed",
    figure: `${MALFORMED.length - misread.length} of ${MALFORMED.length}${firstOf(misread.map(({ what }) => what))}`,
    bound: "all",
    holds: misread.length === 0,
  };
  const doubled = (await answersTo(WITH_A_REQUEST_IN_THE_BODY)).filter(
    ({ answer, isClosed }) => !isClosed || statusLines(answer) !== 1,
  );
  yield {
    what: "requests with another in their body, answered once",
    figure: `${WITH_A_REQUEST_IN_THE_BODY.length - doubled.length} of ${WITH_A_REQUEST_IN_THE_BODY.length}${firstOf(doubled.map(({ what }) => what))}`,
    bound: "all",
    holds: doubled.length === 0,
  };
  const unchanged = everything() === before;
  yield {
    what: "writes hidden behind them that were made",
    figure: unchanged ? "none" : "some",
    bound: "none",
    holds: unchanged,
  };

  await exchangeRaw(port, [HIDDEN.replace("\r\n", "\r\nConnection: close\r\n")], CLOSING_MILLISECONDS);
  const made = everything() !== before;
  yield { what: "the hidden write, sent openly", figure: made ? "made" : "not made", bound: "made", holds: made };
}

const statusLines = (answer: string) => answer.match(/HTTP\/1\.1 \d{3}/g)?.length ?? 0;

/** Whether a connection brought one answer, which refuses in JSON. */
const isOneRefusal = (answer: string) =>
  statusLines(answer) === 1 &&
  /^HTTP\/1\.1 4\d\d /.test(answer) &&
  /\r\ncontent-type: application\/json; charset=utf-8\r\n/i.test(answer) &&
  /\{"error":"[^"]+"\}$/.test(answer);
