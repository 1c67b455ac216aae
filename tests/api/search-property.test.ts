import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase } from "#db/open";
import { seedDemonstration } from "~/demo/seed";
import { type Random, seededRandom } from "~/demo/stage/random";
import type { Services } from "~/operations/services";
import { createSession } from "~/operations/session.server";
import { readSettings } from "~/settings.server";
import { createFetchHandler, type FetchHandler } from "~/web/fetch-handler.server";
import { createLog, openServices } from "~/web/transport/services.server";
import { dispatchers } from "../support/dispatchers";
import { CLIENT_IP, HOST, readResponse } from "../support/portal";
import { SEED, timeoutOf, times } from "../support/properties";
import { itemsOf, type SearchResponse, searchPath } from "../support/search";

/* Every query of 1 to 255 characters gets a 200 or 400, on the demonstration's data. */

const NOW = new Date("2026-03-02T15:00:00.000Z");
const MOST = 255;

let folder: string;
let services: Services;
let handler: FetchHandler;
let cookie: string;
let now = NOW.getTime();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "portal-searched-"));
  const settings = readSettings({
    DATABASE_PATH: join(folder, "ledger.sqlite"),
    UPLOADS_DIR: join(folder, "uploads"),
    LOG_LEVEL: "silent",
  });
  await seedDemonstration(settings, NOW);
  services = { ...(await openServices(settings, createLog(settings))), clock: () => new Date(now) };
  const reader = services.db.query.user.findFirst({ where: (row, { eq }) => eq(row.role, "GOV_READONLY") }).sync();
  if (!reader) throw new Error("The demonstration has nobody who only reads");
  services.db.$client.prepare("UPDATE user SET must_change_password = 0 WHERE id = ?").run(reader.id);
  cookie = `session=${createSession(services, reader, { ip: CLIENT_IP, userAgent: null }, NOW)}`;
  handler = createFetchHandler(dispatchers, services);
}, 60_000);

afterAll(() => {
  closeDatabase(services.db);
  rmSync(folder, { recursive: true, force: true });
});

/** Searches one second after the previous search, to stay under the limit. */
async function answerTo(q: string, choices: Record<string, string> = {}) {
  now += 1000;
  const request = new Request(`http://${HOST}${searchPath(q, choices)}`, { headers: { host: HOST, cookie } });
  return readResponse(await handler(Object.assign(request, { ip: CLIENT_IP })));
}

/** Checks the response against what is true for every query. */
async function hold(q: string): Promise<SearchResponse> {
  const answer = await answerTo(q);
  const said = `${JSON.stringify(q)}: ${answer.status} ${answer.text.slice(0, 300)}`;
  expect(answer.status, said).toBe(200);
  const { data } = answer.body as { data: SearchResponse };
  // An address cannot have half of a surrogate pair: it arrives as a replacement character.
  expect(data.query, said).toBe(q.toWellFormed());
  const items = itemsOf(data);
  expect(data.total, said).toBeGreaterThanOrEqual(items.length);
  expect(new Set(items.map(({ url }) => url)).size, said).toBe(items.length);
  for (const { type, items } of data.groups) {
    expect(items.length, said).toBeGreaterThan(0);
    expect(items.length, said).toBeLessThanOrEqual(10);
    for (const item of items) expect(item.type).toBe(type);
  }
  for (const { snippet, title } of items) {
    expect(snippet.length, said).toBeLessThanOrEqual(160);
    expect(snippet.isWellFormed(), said).toBe(true);
    expect(title, said).not.toBe("");
  }
  return data;
}

/** The parts of random queries: operators, words that are and are not there, and difficult Unicode. */
const PIECES: readonly (readonly string[])[] = [
  [
    '"',
    '"',
    "“",
    "”",
    "'",
    "-",
    "!",
    "--",
    "-!",
    "*",
    "**",
    "(",
    ")",
    "{",
    "}",
    ":",
    "^",
    "+",
    "&",
    "|",
    "~",
    "\\",
    "/",
    ",",
    ".",
    ";",
    "%",
    "_",
    "#",
    "?",
    "=",
  ],
  [" ", " ", " ", "\t", "\n", "\r\n", "\u00a0", "\u3000", "\u2028", "\ufeff", "\u200b"],
  [" OR ", " OR ", "OR", "AND", "NOT", "NEAR", "NEAR(", "or", " and ", "not", "the ", "of ", "to ", "a "],
  [
    "rotor",
    "sensor",
    "quiet",
    "autonomous",
    "undrwater",
    "radar",
    "data",
    "network",
    "se",
    "r",
    "q",
    "5G",
    "2026",
    "title",
    "body",
    "tags",
    "every",
    "rowid",
    "rank",
    "bm25(",
    "SELECT",
    "NULL",
  ],
  [
    "é",
    "e\u0301",
    "\u0301",
    "\u0301\u0308\u0323",
    "ß",
    "İ",
    "ı",
    "ﬁ",
    "ς",
    "Σ",
    "й",
    "ё",
    "量",
    "子",
    "か\u3099",
    "한",
    "\u1112\u1161",
    "हि",
    "ใบ",
    "ע",
    "ر",
    "\u202e",
    "\u200f",
    "\u200d",
    "½",
    "Ⅷ",
    "٣",
  ],
  [
    "😀",
    "👩‍🚀",
    "🏳️‍🌈",
    "🫠",
    "𝐫",
    "\ud83d",
    "\ude00",
    "\u0000",
    "\u0001",
    "\u001f",
    "\u007f",
    "\u0085",
    "\u009f",
    "\ue000",
    "\uf8ff",
    "\ufffd",
    "\ufffe",
    "\uffff",
    "\u0378",
    "\u{10ffff}",
    "\u{f0000}",
  ],
];

function thrownTogether(random: Random): string {
  const length = 1 + random.below(random.below(3) === 0 ? MOST : 40);
  let text = "";
  while (text.length < length) text += random.pick(random.pick(PIECES));
  return text.slice(0, MOST);
}

test("every random combination is a valid query", { timeout: timeoutOf(120) }, async ({ task }) => {
  const random = seededRandom(SEED);
  const queries = times(1_500);
  let found = 0;
  for (let count = 0; count < queries; count += 1) {
    const { total } = await hold(thrownTogether(random));
    if (total > 0) found += 1;
  }
  // If no query found anything, the test would prove nothing.
  expect(found).toBeGreaterThan(queries / 10);
  task.meta.cases = queries;
});

test("every character is a query by itself, after a word and in a phrase", { timeout: timeoutOf(120) }, async () => {
  const random = seededRandom(7);
  const characters = [
    ...Array.from({ length: 0x180 }, (_, code) => String.fromCharCode(code)),
    ...Array.from({ length: times(100) }, () => String.fromCodePoint(random.below(0xd800))),
    ...Array.from({ length: times(50) }, () => String.fromCodePoint(0xe000 + random.below(0x102000))),
  ];
  for (const character of characters) {
    await hold(character);
    await hold(`rotor${character} -"${character}quiet${character}"${character}*`);
  }
});

const alphabet = "abcdefghijklmnopqrstuvwxyz";
const fill = (unit: string) => unit.repeat(Math.ceil(MOST / unit.length)).slice(0, MOST);
const WORST: readonly string[] = [
  [...alphabet].map((letter) => `${letter}*`).join(" OR "),
  [...alphabet, ...alphabet]
    .map((letter) => `${letter}*`)
    .join(" OR ")
    .slice(0, MOST),
  [...alphabet].map((letter) => `${letter}*`).join(" "),
  [...alphabet].map((letter) => `-${letter}*`).join(" "),
  [...alphabet].map((letter) => `-${letter}*`).join(" OR "),
  [...alphabet]
    .map((letter) => `${letter}* -${letter}*`)
    .join(" OR ")
    .slice(0, MOST),
  [...alphabet]
    .map((letter) => `"${letter} ${letter}"*`)
    .join(" OR ")
    .slice(0, MOST),
  ...[
    "a ",
    "z ",
    "a* ",
    "-a ",
    "- ",
    "-",
    "!",
    "*",
    '"',
    '" ',
    '"a',
    '"a" ',
    '"a"',
    "OR ",
    "a OR ",
    "a OR -",
    "-a OR ",
    "(",
    ")",
    "()",
    "((a)) ",
    "a-",
    "a&b ",
    "a*b",
    "e\u0301",
    "\u0301",
    "😀",
    "👩‍🚀",
    "İ",
    "ß",
    "量",
    "\u0000",
    "\u0000a",
    " ",
    "\n",
    "\ue000",
    "\ue000* ",
    "\uffff",
    "\ud83d",
    "the ",
    "the of ",
    "a",
    "ab",
    "aab",
    "sensor ",
    "sensr ",
    "sensor* OR ",
    "sensr undrwater ",
    "NEAR(a b) ",
    "NOT ",
    "AND ",
    "^a ",
    "{a}: ",
    "a:b ",
    "\\",
    "'",
    "';--",
  ].map(fill),
  Array.from({ length: 42 }, (_, index) => `w${index}`)
    .join(" OR ")
    .slice(0, MOST),
  Array.from({ length: 40 }, (_, index) => `s${alphabet[index % 26]}nsr`)
    .join(" ")
    .slice(0, MOST),
  [...alphabet].map((letter) => `${letter}zq${letter}`).join(" "),
  `${"x".repeat(250)}*`,
  `"${"x ".repeat(125)}"*`,
  "title : rotor",
  '{title body} : "rotor"',
  "- {title} : rotor",
  "rotor NOT",
  "NEAR(rotor quiet, 10)",
  "rotor AND AND",
  "^",
  "+",
  '"rotor',
  "rotor + sensor",
  "rowid:1",
  "search_organization:rotor",
];

test("every expensive query is valid", async () => {
  for (const q of WORST) {
    expect(q.length).toBeLessThanOrEqual(MOST);
    await hold(q);
  }
}, 120_000);

test("any text with any options is either answered or refused", async () => {
  const random = seededRandom(11);
  const lengths = [0, 1, 254, 255, 256, 257, 300];
  for (let count = 0; count < 200; count += 1) {
    const q = thrownTogether(random).padEnd(MOST, "x").repeat(2).slice(0, random.pick(lengths));
    const choices = { limit: thrownTogether(random).slice(0, 5), types: thrownTogether(random).slice(0, 30) };
    const { status, text } = await answerTo(q, random.below(2) === 0 ? choices : {});
    expect([200, 400], text).toContain(status);
  }
});
