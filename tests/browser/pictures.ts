/*
 * `npm run pictures`: takes full-page screenshots of every page at four widths, into pictures/. It shows each page of the
 * demonstration to a person it is for, and also shows a portal without records and one with long names.
 * `-- --only gov/calls` takes only pages whose path begins with this, and `--dark` takes them in the dark.
 */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "@playwright/test";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import { ORGANIZATIONS } from "~/demo/organizations";
import { PEOPLE } from "~/demo/people";
import { AGENCY_SETTINGS } from "~/demo/prepare";
import { seedDemonstration } from "~/demo/seed";
import { readSettings } from "~/settings.server";
import { PAGE_ROUTES } from "../../app/routes.js";
import { outcomeFor, type Visitor } from "../support/pages";
import { makePlace, PORTAL, startServer } from "../support/server-process";
import { openSession } from "../support/sessions";
import { unsubscribeToken } from "../support/unsubscribe";
import { callersOf } from "./callers";
import { openCast, startSession } from "./cast";
import { findBrowser } from "./ensure-browser.mjs";
import { expectedResult, sendEmptied, submitButtonsOn } from "./forms";
import { makeInvitation, makePasswordLink, REGISTRATION_STEPS, type Records } from "./records";
import { addressesOf } from "./visits";

const FOLDER = "pictures";
const WIDTHS = [1600, 1280, 768, 375];
/** The width of letter paper in CSS pixels. */
const PAPER_WIDTH = 816;
const HEIGHT = 900;
const USAGE = "Usage: npm run pictures [-- --only gov/calls --dark]";
const { only = "", dark = false } = parseArgs({
  options: { only: { type: "string" }, dark: { type: "boolean" } },
}).values;

/** The first of these who can see a page is in its pictures. */
const READERS = ["nobody", "acmeAdmin", "lead", "admin", "systemAdmin"] as const satisfies readonly Visitor[];
type Reader = (typeof READERS)[number];
/** Pages that look different to a second reader. */
const OTHER_READERS: Record<string, Reader> = { "/": "lead", gov: "systemAdmin", "gov/submissions": "systemAdmin" };
/** Pages that show the demonstration's command lead too little. */
const BEST_READERS: Record<string, Reader> = {
  "gov/admin/users/:id": "admin",
  "gov/admin/users/:id/deactivate": "admin",
  "gov/admin/recertification": "admin",
};
/** Pages that refuse to show something. */
const REFUSALS: readonly [name: string, address: string, reader: Reader][] = [
  ["not-found", "/no/such/page", "nobody"],
  ["not-found.government", "/gov/calls/no-such-call", "lead"],
  ["refused.industry", "/gov", "acmeAdmin"],
  ["refused.government", "/portal", "lead"],
  ["sign-in-first", "/gov/calls", "nobody"],
];

/** A browser page with a running portal. */
interface Studio {
  page: Page;
  actAs(reader: Reader): Promise<void>;
}

const readerOf = (path: string) =>
  path in BEST_READERS ? BEST_READERS[path] : READERS.find((reader) => outcomeFor(reader, path) === "shown");
const fileNameOf = (path: string) =>
  path === "/"
    ? "home"
    : path
        .replace(/:/g, "")
        .replace(/[^\w-]+/g, ".")
        .replace(/^\.|\.$/g, "");

/** Takes a picture of the page at each width. */
async function take(page: Page, name: string, widths: readonly number[] = WIDTHS): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.screenshot({ path: join(FOLDER, `${name}-${width}.png`), fullPage: true, animations: "disabled" });
  }
}

/** Takes pictures of every page that a reader can see. @param options with `states`, also of its views and form errors */
async function takePages(
  studio: Studio,
  paths: readonly string[],
  records: Records | null,
  { suffix = "", states = false }: { suffix?: string; states?: boolean },
): Promise<void> {
  const { page } = studio;
  for (const path of paths) {
    const reader = readerOf(path);
    if (!reader) continue;
    await studio.actAs(reader);
    const addresses = records === null ? [`/${path.replace(/^\//, "")}`] : addressesOf(path, records);
    for (const [index, address] of addresses.entries()) {
      if (index > 0 && !states) break;
      const name = `${fileNameOf(path)}${index > 0 ? `.${index + 1}` : ""}${suffix}`;
      await page.goto(address);
      await take(page, name);
      if (!states) continue;
      if (/:\w+$/.test(path) && index === 0) await takeOnPaper(page, name);
      await takeRefused(page, path, address, name);
    }
    const other = OTHER_READERS[path];
    if (!states || !other) continue;
    await studio.actAs(other);
    await page.goto(addresses[0] ?? "");
    await take(page, `${fileNameOf(path)}.${other}`);
  }
}

/** Takes a picture of the page as it prints. */
async function takeOnPaper(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: "print", reducedMotion: "reduce" });
  await take(page, `${name}.printed`, [PAPER_WIDTH]);
  await page.emulateMedia({ media: "screen", reducedMotion: "reduce" });
}

/** Takes a picture of the errors of each form on the page. */
async function takeRefused(page: Page, path: string, address: string, name: string): Promise<void> {
  for (const submitButton of await submitButtonsOn(page)) {
    if (expectedResult({ path, address }, submitButton.key) !== "errors") continue;
    await page.goto(address);
    await sendEmptied(page, submitButton);
    await take(page, [name, "refused", ...submitButton.key.split(" ").slice(1, 2)].join("."));
  }
}

/** Starts the built server with a new database, and opens a browser page. */
async function withStudio(
  browser: Browser,
  fill: (settings: Record<string, string>) => Promise<void>,
  use: (page: Page, origin: string, databasePath: string) => Promise<void>,
): Promise<void> {
  const place = makePlace();
  try {
    const settings = {
      ...place.settings,
      // The demonstration is half a year old, so that some accounts are due.
      RECERTIFY_DAYS: "155",
      LOG_LEVEL: "info",
      DEMONSTRATION: "true",
      DEMO_LOCK_CREDENTIALS: "false",
      ...AGENCY_SETTINGS,
    };
    await fill(settings);
    const server = await startServer(PORTAL, settings);
    const context = await browser.newContext({
      baseURL: server.origin,
      reducedMotion: "reduce",
      colorScheme: dark ? "dark" : "light",
    });
    // tsx wraps named functions in this helper, including those that run in the page.
    await context.addInitScript({ content: "globalThis.__name = (named) => named;" });
    try {
      await use(await context.newPage(), server.origin, settings.DATABASE_PATH);
    } finally {
      await context.close();
      await server.stop();
    }
  } finally {
    place.remove();
  }
}

/** The demonstration's person for each reader. */
function userOf(db: Database, reader: Exclude<Reader, "nobody">): string {
  const email = {
    acmeAdmin: ORGANIZATIONS[0]?.email,
    lead: PEOPLE.find(({ role }) => role === "GOV_COMMAND_LEAD")?.email,
    admin: PEOPLE.find(({ role }) => role === "GOV_ADMIN")?.email,
    systemAdmin: PEOPLE.find(({ role }) => role === "GOV_SYSTEM_ADMIN")?.email,
  }[reader];
  return one(db, "SELECT id FROM user WHERE email = ?", email ?? "");
}

/** The single value that a query returns. */
function one(db: Database, query: string, ...values: string[]): string {
  const found = db.$client
    .prepare<string[], string>(query)
    .pluck()
    .get(...values);
  if (found === undefined) throw new Error(`The demonstration has no rows for: ${query}`);
  return found;
}

/** A record of each kind in the demonstration with much content, and calls in each state. */
async function recordsOf(db: Database, origin: string): Promise<Records> {
  const callIs = (status: string) =>
    one(db, "SELECT id FROM call WHERE status = ? ORDER BY length(description) DESC LIMIT 1", status);
  const callers = callersOf(origin);
  const owner = await callers.withSession(openSession(db, userOf(db, "acmeAdmin")));
  const invitation = await makeInvitation(owner, "newcomer@halcyon-autonomy.example");
  const administrator = await callers.withSession(openSession(db, userOf(db, "systemAdmin")));
  const password = await makePasswordLink(administrator, userOf(db, "lead"));
  await callers.dispose();
  const organization = one(db, "SELECT organization_id FROM user WHERE id = ?", userOf(db, "acmeAdmin"));
  const latest = "SELECT id FROM submission WHERE organization_id = ? ORDER BY created_at DESC LIMIT 1";
  const submission = one(db, latest, organization);
  const userBy = (email: string) => one(db, "SELECT id FROM user WHERE email = ?", email);
  const colleague = userBy("omar.siddiqui@halcyon-autonomy.example");
  const most = (table: string, column: string) =>
    one(db, `SELECT ${column} FROM ${table} GROUP BY ${column} ORDER BY count(*) DESC, max(rowid) LIMIT 1`);
  return {
    byPage: {
      calls: callIs("OPEN"),
      "gov/calls/:id": ["OPEN", "DRAFT", "PENDING", "CLOSED"].map(callIs),
      "gov/calls/:id/edit": callIs("DRAFT"),
      submissions: submission,
      "gov/submissions/:id": most("submission_match", "submission_id"),
      organizations: organization,
      searches: one(db, "SELECT id FROM saved_search ORDER BY created_at LIMIT 1"),
      users: ["samuel.okonkwo@otp.gov.example", "wendell.farrow@otp.gov.example"].map(userBy),
      "portal/users/:id": colleague,
      "portal/users/:id/deactivate": colleague,
      "gov/admin/industry-users/:id": colleague,
      "gov/admin/industry-users/:id/deactivate": colleague,
      "gov/admin/industry-users/:id/release": colleague,
      announcements: most("announcement_attachment", "announcement_id"),
      commands: one(db, "SELECT id FROM command WHERE abbreviation = ?", "DARS"),
      developers: "government-engagements",
      register: REGISTRATION_STEPS,
      engagements: most("engagement_note", "engagement_id"),
      invitations: [invitation, "no-such-invitation"],
      identity: "no-such-token",
      password: [password, "no-such-link"],
      unsubscribe: [unsubscribeToken(db, userOf(db, "acmeAdmin")), "no-such-link"],
      audit: one(
        db,
        "SELECT id FROM audit_event WHERE json_extract(details, '$.before') IS NOT NULL ORDER BY seq DESC LIMIT 1",
      ),
    },
    submission,
    task: one(db, "SELECT id FROM engagement_task ORDER BY engagement_id LIMIT 1"),
    command: one(db, "SELECT id FROM command WHERE abbreviation = ?", "DARS"),
    user: userOf(db, "lead"),
  };
}

async function main(): Promise<void> {
  process.chdir(join(import.meta.dirname, "../.."));
  const paths = PAGE_ROUTES.map(({ path }) => path).filter((path) => path.startsWith(only));
  if (paths.length === 0) throw new Error(`No page's path begins with ${only}.\n${USAGE}`);
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER);
  const browser = await chromium.launch({ executablePath: findBrowser() });
  try {
    const seed = (settings: Record<string, string>) =>
      seedDemonstration(readSettings({ ...settings, LOG_LEVEL: "silent" }), new Date());
    await withStudio(browser, seed, async (page, origin, databasePath) => {
      const db = openDatabase(databasePath);
      const actAs = (reader: Reader) => startSession(page, origin, db, reader === "nobody" ? null : userOf(db, reader));
      await takePages({ page, actAs }, paths, await recordsOf(db, origin), { states: true });
      for (const [name, address, reader] of only === "" ? REFUSALS : []) {
        await actAs(reader);
        await page.goto(address);
        await take(page, name);
      }
      closeDatabase(db);
    });
    await withStudio(
      browser,
      async () => {},
      async (page, origin, databasePath) => {
        const callers = callersOf(origin);
        const cast = openCast(callers, databasePath);
        const studio = { page, actAs: (reader: Reader) => cast.actAs(page, reader) };
        const lists = paths.filter((path) => !/[:*]/.test(path));
        await takePages(studio, lists, null, { suffix: ".empty" });
        await takePages(studio, paths, await cast.records(), { suffix: ".long" });
        cast.close();
        await callers.dispose();
      },
    );
  } finally {
    await browser.close();
  }
}

const started = performance.now();
try {
  await main();
  process.stdout.write(
    `The pictures are in ${FOLDER}/ (${((performance.now() - started) / 1000).toFixed(0)} seconds).\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
