import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import { organization } from "#db/schema";
import { openMigrated } from "../support/migrated";
import { makePlace, outcomeOf, type Place, PORTAL, startServer } from "../support/server-process";

/* `search:check` of the built server, as a process. `npm test` builds it first. */

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const searchCheck = (...options: string[]) => outcomeOf([...PORTAL, "search:check", ...options], place.settings);

/** A migrated database with this many organizations, changed by the callback before it is closed. */
function makeDatabase(organizations: number, prepare: (db: Database) => void = () => {}): void {
  const db = openMigrated(place.settings.DATABASE_PATH);
  for (let number = 1; number <= organizations; number += 1) insertOrganization(db, `Number ${number}`);
  prepare(db);
  closeDatabase(db);
}

function insertOrganization(db: Database, name: string): void {
  const at = "2026-03-02T15:00:00.000Z";
  const values = { id: name, name, nameKey: name, orgType: "COMPANY", createdAt: at, updatedAt: at } as const;
  db.insert(organization).values(values).run();
}

const CLEAN = `organization: 3 records, the index matches
submission: 0 records, the index matches
engagement: 0 records, the index matches
call: 0 records, the index matches
everything: the index matches
`;

test("a correct index exits with 0, and the database stays one complete file", async () => {
  makeDatabase(3);
  expect(await searchCheck()).toEqual({ code: 0, stdout: CLEAN, stderr: "" });
  expect(readdirSync(place.folder)).toEqual(["ledger.sqlite"]);
});

test("differences are named and exit with 1, until a rebuild fixes them", async () => {
  makeDatabase(3, ({ $client }) => {
    $client.exec("DELETE FROM search_organization WHERE rowid = 2");
    $client.exec("DROP TRIGGER organization_search_update");
    $client.exec("UPDATE organization SET name = 'Another name' WHERE record_number = 3");
    $client.exec("INSERT INTO search_organization (rowid, title) VALUES (1001, 'x')");
    $client.exec("DROP TRIGGER organization_ledger_update; DELETE FROM search_stale");
  });
  const found = await searchCheck();
  expect(found).toEqual({
    code: 1,
    stdout: `organization: 3 records, the index does not match
  the trigger organization_search_update is missing
  1 record missing from the index: record number 2
  1 record in the index but deleted or archived: record number 1001
  1 record in the index with words that differ from the record's: record number 3
submission: 0 records, the index matches
engagement: 0 records, the index matches
call: 0 records, the index matches
everything: the index does not match
  the trigger organization_ledger_update is missing
The index does not match the records. Stop the server, then run this again with --rebuild.
`,
    stderr: "",
  });
  expect(await searchCheck()).toEqual(found);
  expect(await searchCheck("--rebuild")).toEqual({ code: 0, stdout: `The index was rebuilt.\n${CLEAN}`, stderr: "" });
  expect(await searchCheck()).toMatchObject({ code: 0, stdout: CLEAN });
});

test("next to a running server the check works, whatever is written, and a rebuild is refused", async () => {
  makeDatabase(3);
  const server = await startServer(PORTAL, place.settings);
  expect(await searchCheck()).toEqual({ code: 0, stdout: CLEAN, stderr: "" });

  const db = openDatabase(place.settings.DATABASE_PATH);
  let written = 0;
  const writing = setInterval(() => {
    written += 1;
    insertOrganization(db, `Meanwhile ${written}`);
  }, 2);
  const meanwhile = await searchCheck();
  clearInterval(writing);
  closeDatabase(db);
  expect(meanwhile).toMatchObject({ code: 0, stderr: "" });
  expect(written).toBeGreaterThan(10);

  expect(await searchCheck("--rebuild")).toEqual({
    code: 2,
    stdout: "",
    stderr: `A server is running on ${place.settings.DATABASE_PATH}: stop it before you rebuild. You can check without stopping it.\n`,
  });
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  expect(await searchCheck("--rebuild")).toMatchObject({ code: 0, stderr: "" });
});

test("without a database it creates nothing, and exits with 2", async () => {
  for (const options of [[], ["--rebuild"]]) {
    expect(await searchCheck(...options)).toEqual({
      code: 2,
      stdout: "",
      stderr: `There is no database at ${place.settings.DATABASE_PATH}.\n`,
    });
    expect(readdirSync(place.folder)).toEqual([]);
  }
});

test("a database of another version is not changed", async () => {
  const path = place.settings.DATABASE_PATH;
  for (const options of [[], ["--rebuild"]]) {
    writeFileSync(path, "A letter to whom it may concern, long enough to be looked at. ".repeat(20));
    const letter = await searchCheck(...options);
    expect(letter).toEqual({ code: 2, stdout: "", stderr: `Cannot open ${path}: file is not a database\n` });
    writeFileSync(path, "");
    const empty = await searchCheck(...options);
    expect(empty).toMatchObject({ code: 2, stderr: `Cannot open ${path}: it is not a database of this portal\n` });
    expect(readdirSync(place.folder)).toEqual(["ledger.sqlite"]);
  }
});

test.each([
  [
    "an older",
    "DELETE FROM __drizzle_migrations WHERE created_at = (SELECT max(created_at) FROM __drizzle_migrations)",
  ],
  ["a newer", "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)"],
])("a database of %s version is refused", async (age, sql) => {
  makeDatabase(1, ({ $client }) => $client.exec(sql));
  for (const options of [[], ["--rebuild"]]) {
    const { code, stderr } = await searchCheck(...options);
    expect(code).toBe(2);
    expect(stderr).toContain(`${place.settings.DATABASE_PATH}: it is of ${age} version`);
  }
  expect(existsSync(`${place.settings.DATABASE_PATH}.lock`)).toBe(false);
});

test("unknown arguments are refused with the usage", async () => {
  makeDatabase(1);
  for (const options of [["--rebuil"], ["--rebuild=yes"], ["rebuild"], ["-r"]]) {
    const { code, stdout, stderr } = await searchCheck(...options);
    expect([code, stdout], options.join()).toEqual([2, ""]);
    expect(stderr, options.join()).toContain("Usage: node app/programs/start.mjs search:check [--rebuild]\n");
  }
  const unknown = await outcomeOf([...PORTAL, "search:chec"], place.settings);
  expect(unknown).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "There is no program named search:chec. Choose one of these: account:link, audit:verify, backup, check:deploy, promote, replicate, restore, search:check, standby.\n",
  });
  const unset = await outcomeOf([...PORTAL, "search:check"], { ...place.settings, PORT: "many" });
  expect(unset).toMatchObject({ code: 2, stderr: expect.stringContaining("PORT:") });
});

test("a program that is not built says so, and exits with a different code than a finding", async () => {
  const start = `${process.cwd()}/app/programs/start.mjs`;
  const { code, stderr } = await outcomeOf([process.execPath, start, "search:check"], place.settings, place.folder);
  expect([code, stderr]).toEqual([2, "Nothing is built yet. Run `npm run build` first.\n"]);
});
