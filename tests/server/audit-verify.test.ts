import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, immediateTransaction, openDatabase } from "#db/open";
import { appendAudit } from "~/audit/chain.server";
import { openMigrated } from "../support/migrated";
import { makePlace, outcomeOf, type Place, PORTAL, startServer } from "../support/server-process";

/* `audit:verify` of the built server, as a process. `npm test` builds it first. */

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const auditVerify = (...options: string[]) => outcomeOf([...PORTAL, "audit:verify", ...options], place.settings);

const ROWS = 1200;

function append(db: Database, number: number): void {
  const at = new Date(Date.UTC(2026, 2, 2, 15, 0, number)).toISOString();
  const origin = { id: `row-${number}`, at, actor: null, ip: "203.0.113.10", userAgent: null, requestId: "request" };
  immediateTransaction(db, () => appendAudit(db, origin, "reroute_run", { details: { routed: number } }));
}

/** A migrated database with this many rows in its log, changed by the callback before it is closed. */
function makeDatabase(rows: number, prepare: (db: Database) => void = () => {}): void {
  const db = openMigrated(place.settings.DATABASE_PATH);
  immediateTransaction(db, () => {
    for (let number = 1; number <= rows; number += 1) append(db, number);
  });
  prepare(db);
  closeDatabase(db);
}

/** What someone with access to the file would do: drop the triggers, then write. */
const tamper =
  (sql: string) =>
  ({ $client }: Database) =>
    $client.exec(`DROP TRIGGER audit_event_refuses_update; DROP TRIGGER audit_event_refuses_delete; ${sql}`);

test("a valid chain exits with 0, prints its last row, and leaves the database one complete file", async () => {
  let hash: unknown;
  makeDatabase(ROWS, ({ $client }) => {
    hash = $client.prepare("SELECT hash FROM audit_event WHERE seq = ?").pluck().get(ROWS);
  });
  expect(await auditVerify()).toEqual({
    code: 0,
    stdout: `1,200 rows are intact.
The last is row 1200, from 2026-03-02T15:20:00.000Z. Its hash is ${hash}.
Keep this hash on another machine. Only a comparison with it shows whether someone removed rows from the end, or rewrote a row and all rows after it.
`,
    stderr: "",
  });
  expect(readdirSync(place.folder)).toEqual(["ledger.sqlite"]);
});

test("a log without rows is valid", async () => {
  makeDatabase(0);
  expect(await auditVerify()).toEqual({ code: 0, stdout: "The audit log is empty.\n", stderr: "" });
});

test("a row edited with plain SQL is named, and the program exits with 1", async () => {
  makeDatabase(ROWS, tamper(`UPDATE audit_event SET details = '{"routed":7}' WHERE seq IN (900, 1000)`));
  expect(await auditVerify()).toEqual({
    code: 1,
    stdout: `899 rows are intact.
The first broken row is 900: reroute_run from 2026-03-02T15:15:00.000Z, with the id row-900.
Its content was altered: it no longer matches its hash.
`,
    stderr: "",
  });
});

test("a deleted row is noticed at the next one", async () => {
  makeDatabase(ROWS, tamper("DELETE FROM audit_event WHERE seq = 900"));
  expect(await auditVerify()).toEqual({
    code: 1,
    stdout: `899 rows are intact.
The first broken row is 901: reroute_run from 2026-03-02T15:15:01.000Z, with the id row-901.
Its own content is intact, but rows before it are missing: there is no row 900.
`,
    stderr: "",
  });
});

test("next to a running server it works, whatever is appended, and writes nothing", async () => {
  makeDatabase(ROWS);
  const server = await startServer(PORTAL, place.settings);
  const db = openDatabase(place.settings.DATABASE_PATH);
  let written = ROWS;
  const writing = setInterval(() => {
    written += 1;
    append(db, written);
  }, 2);
  const meanwhile = await auditVerify();
  clearInterval(writing);
  closeDatabase(db);
  expect(meanwhile).toMatchObject({ code: 0, stderr: "" });
  expect(written).toBeGreaterThan(ROWS + 10);
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect((await auditVerify()).stdout).toContain(`${written.toLocaleString("en-US")} rows are intact.`);
});

test("a reader that ends early changes neither the result nor what is reported", async () => {
  makeDatabase(ROWS, tamper("DELETE FROM audit_event WHERE seq = 900"));
  const [program = "", ...rest] = [...PORTAL, "audit:verify"];
  const child = spawn(program, rest, { env: { NODE_ENV: "production", PATH: process.env.PATH, ...place.settings } });
  child.stdout.destroy();
  let reported = "";
  child.stderr.on("data", (chunk) => {
    reported += chunk;
  });
  const [code] = await once(child, "close");
  expect([code, reported]).toEqual([1, ""]);
});

test("without a database it creates nothing, and exits with 2", async () => {
  expect(await auditVerify()).toEqual({
    code: 2,
    stdout: "",
    stderr: `There is no database at ${place.settings.DATABASE_PATH}.\n`,
  });
  expect(readdirSync(place.folder)).toEqual([]);
});

test("a file that is not a database of this portal is refused, and not changed", async () => {
  const path = place.settings.DATABASE_PATH;
  writeFileSync(path, "A letter to whom it may concern, long enough to be looked at. ".repeat(20));
  expect(await auditVerify()).toEqual({ code: 2, stdout: "", stderr: `Cannot open ${path}: file is not a database\n` });
  expect(readdirSync(place.folder)).toEqual(["ledger.sqlite"]);
});

test("unknown arguments are refused with the usage", async () => {
  makeDatabase(1);
  for (const option of ["--from=3", "900", "-q"]) {
    const { code, stdout, stderr } = await auditVerify(option);
    expect([code, stdout], option).toEqual([2, ""]);
    expect(stderr, option).toContain("Usage: node app/programs/start.mjs audit:verify\n");
  }
  expect(await auditVerify()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^1 row is intact\.\n/) });
});
