import { statSync } from "node:fs";
import { openMigratedDatabase } from "#db/open";
import { readSettings } from "~/settings.server";
import { ORGANIZATIONS as DEMONSTRATION } from "../../app/demo/organizations";
import { seedDemonstration } from "../../app/demo/seed";
import { FIRST_ADMIN } from "../../app/demo/stage/credentials";
import { idOf, insertCast, ORGANIZATIONS } from "../support/cast";
import { makePlace, type Place } from "../support/server-process";
import { openSession } from "../support/sessions";
import { addSubmitters, pdfOfSize, submissionForm } from "./data";
import { firstThreadMilliseconds, processorMilliseconds, signIn } from "./pages";
import { makeFilledPlace, startPortal } from "./portal-process";

/*
 * What one server can carry follows from these: the processor time of each kind of request, and what a record takes on the disk.
 * A server has one thread of its own, and on a machine with more cores more of the others, so their times are measured apart.
 */

const AT_ONCE = 8;
const SECONDS = 6;
const SUBMISSIONS_PER_USER = 20;
const SUBMISSIONS = 400;
const NOTES = 2_000;
const VIEWS = 2_000;
const FILE_BYTES = 100_000;
const BROWSER = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

const PAGES: readonly (readonly [path: string, email: string])[] = [
  ["/gov/submissions", FIRST_ADMIN.email],
  ["/gov/organizations", FIRST_ADMIN.email],
  ["/gov/engagements", FIRST_ADMIN.email],
  ["/gov/calls", FIRST_ADMIN.email],
  ["/notifications", FIRST_ADMIN.email],
  ["/portal/submissions", DEMONSTRATION[0]?.email ?? ""],
];

export async function benchCapacity(): Promise<void> {
  const place = makePlace();
  await seedDemonstration(readSettings({ ...place.settings, NODE_ENV: "production", LOG_LEVEL: "error" }), new Date());
  await measureReads(place);
  await measureWrites();
}

async function measureReads(place: Place): Promise<void> {
  const portal = await startPortal(place);
  try {
    const pages: [string, string][] = [];
    for (const [path, email] of PAGES) pages.push([portal.origin + path, await signIn(portal.origin, email)]);
    let next = 0;
    const open = async () => {
      const [url, cookie] = pages[next++ % pages.length] ?? ["", ""];
      await answered(await fetch(url, { headers: { cookie } }), 200);
    };
    const visit = async () => answered(await fetch(`${portal.origin}/calls`), 200);
    const count = async () => {
      const cookie = pages[0]?.[1] ?? "";
      await answered(await fetch(`${portal.origin}/api/notifications/unread-count`, { headers: { cookie } }), 200);
    };
    // The threads start once the server has been busy.
    await repeat(open);
    say("a page of someone who is signed in", await cost(portal.pid, open));
    say("a public page", await cost(portal.pid, visit));
    say("the number under the bell", await cost(portal.pid, count));
  } finally {
    await portal.stop();
    place.remove();
  }
}

async function measureWrites(): Promise<void> {
  const cast = { government: "", submitters: [] as string[] };
  const place = makeFilledPlace((db) => {
    insertCast(db, "none");
    cast.government = openSession(db, idOf("admin"));
    cast.submitters = addSubmitters(db, SUBMISSIONS / SUBMISSIONS_PER_USER);
  });
  let number = 0;
  const note = (origin: string) => async () => {
    number += 1;
    const response = await fetch(`${origin}/api/gov/organizations/${ORGANIZATIONS.acme}/dialogue`, {
      method: "POST",
      headers: { cookie: `session=${cast.government}`, "content-type": "application/json" },
      body: JSON.stringify({ body: `Note ${number}: they can show the sensor in March, at their own range.` }),
    });
    await answered(response, 201);
  };
  let submitted = 0;
  const file = pdfOfSize(FILE_BYTES);
  const submit = (origin: string) => async () => {
    const token = cast.submitters[Math.floor(submitted / SUBMISSIONS_PER_USER)];
    submitted += 1;
    const headers = { cookie: `session=${token}` };
    await answered(
      await fetch(`${origin}/api/portal/submissions`, { method: "POST", headers, body: submissionForm(file) }),
      201,
    );
  };
  let viewed = 0;
  const view = (origin: string) => async () => {
    viewed += 1;
    // Another visitor each time, because each may report 60 in a minute.
    const from = `198.51.${viewed >> 8}.${viewed & 255}`;
    const response = await fetch(`${origin}/api/analytics/pageview`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": from, "user-agent": BROWSER },
      body: JSON.stringify({ path: "/calls", referrer: "/" }),
    });
    await answered(response, 201);
  };
  const bytes = () => statSync(place.settings.DATABASE_PATH).size;
  try {
    for (const [what, make, count] of [
      ["a page view", view, VIEWS],
      ["a note", note, NOTES],
      ["a submission with a file of 100 KB", submit, SUBMISSIONS],
    ] as const) {
      const before = bytes();
      const portal = await startPortal(place, { TRUSTED_PROXY_HOPS: "1" });
      const spent = await cost(portal.pid, make(portal.origin), count);
      await portal.stop();
      say(what, spent);
      process.stdout.write(`(i)   ${what} in the database: ${((bytes() - before) / count / 1_024).toFixed(1)} KB\n`);
    }
    process.stdout.write(`(i)   rows of the audit log: ${auditRows(place)} of ${auditBytes(place).toFixed(0)} bytes\n`);
  } finally {
    place.remove();
  }
}

async function answered(response: Response, status: number): Promise<void> {
  await response.arrayBuffer();
  if (response.status !== status) throw new Error(`${response.url} returned ${response.status}`);
}

interface Cost {
  /** Milliseconds of the server's own thread for each request. */
  own: number;
  /** The same for all its other threads. */
  others: number;
  perSecond: number;
}

/** Repeats a request, some at once. @param count how often; without it, for some seconds */
async function cost(pid: number, ask: () => Promise<void>, count?: number): Promise<Cost> {
  const [all, own] = [processorMilliseconds(pid), firstThreadMilliseconds(pid)];
  const started = performance.now();
  const done = await repeat(ask, count);
  const seconds = (performance.now() - started) / 1_000;
  const ownSpent = firstThreadMilliseconds(pid) - own;
  const spent = processorMilliseconds(pid) - all;
  return { own: ownSpent / done, others: (spent - ownSpent) / done, perSecond: done / seconds };
}

async function repeat(ask: () => Promise<void>, count?: number): Promise<number> {
  const end = performance.now() + SECONDS * 1_000;
  let begun = 0;
  let done = 0;
  const worker = async () => {
    while (count === undefined ? performance.now() < end : begun < count) {
      begun += 1;
      await ask();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done;
}

const say = (what: string, { own, others, perSecond }: Cost) =>
  process.stdout.write(
    `(i)   ${what}: ${own.toFixed(2)} ms in the server's own thread, ${others.toFixed(2)} in others (${perSecond.toFixed(0)}/s)\n`,
  );

function auditBytes({ settings }: Place): number {
  return (
    auditNumber(settings.DATABASE_PATH, "SELECT sum(pgsize) FROM dbstat WHERE name LIKE '%audit_event%'") /
    auditRows({ settings } as Place)
  );
}

const auditRows = ({ settings }: Place) => auditNumber(settings.DATABASE_PATH, "SELECT count(*) FROM audit_event");

function auditNumber(path: string, sql: string): number {
  const { $client } = openMigratedDatabase(path);
  try {
    return Number($client.prepare(sql).pluck().get());
  } finally {
    $client.close();
  }
}
