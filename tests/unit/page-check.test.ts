import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeDatabase, migrateDatabase, openDatabase } from "#db/open";
import { pageFaults } from "#db/page-check";
import { temporaryFolder } from "../support/temporary-folder";

const PAGE_BYTES = 4096;
/** Where the header has the number of pages. */
const PAGES_AT = 28;

/** The portal's empty database, closed. */
function makeDatabase(): string {
  const folder = mkdtempSync(join(temporaryFolder(), "portal-page-check-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "ledger.sqlite");
  const db = openDatabase(path);
  migrateDatabase(db);
  closeDatabase(db);
  return path;
}

function faultsIn(path: string): string[] {
  const client = new Sqlite(path, { readonly: true });
  onTestFinished(() => void client.close());
  return pageFaults(client, "quick_check", 10);
}

test("a whole database has no faults, even with free pages", () => {
  const path = makeDatabase();
  const client = new Sqlite(path);
  client.exec("CREATE TABLE note AS SELECT hex(zeroblob(100000)) AS text; DROP TABLE note");
  expect(client.pragma("freelist_count", { simple: true })).toBeGreaterThan(1);
  client.close();
  expect(faultsIn(path)).toEqual([]);
});

test("pages that another process adds during the check are no fault", () => {
  const path = makeDatabase();
  const [client, other] = [new Sqlite(path, { readonly: true }), new Sqlite(path)];
  onTestFinished(() => [client, other].forEach((each) => void each.close()));
  const pragma = client.pragma.bind(client);
  vi.spyOn(client, "pragma").mockImplementation((source, options) => {
    if (source === "page_count") other.exec("CREATE TABLE note AS SELECT hex(zeroblob(100000)) AS text");
    return pragma(source, options);
  });
  expect(pageFaults(client, "quick_check", 10)).toEqual([]);
  expect(other.prepare("SELECT count(*) FROM note").pluck().get()).toBe(1);
});

test("a page that nothing refers to is a fault, whatever table SQLite lists first", () => {
  const path = makeDatabase();
  for (const dropped of [null, "search_word_trigrams", "search_ledger_terms", "search_ledger"]) {
    const copy = `${path}-${dropped}`;
    copyFileSync(path, copy);
    const client = new Sqlite(copy);
    if (dropped !== null) client.exec(`DROP TABLE IF EXISTS ${dropped}`);
    client.pragma("journal_mode = DELETE");
    client.close();
    const bytes = readFileSync(copy);
    bytes.writeUInt32BE(bytes.readUInt32BE(PAGES_AT) + 1, PAGES_AT);
    writeFileSync(copy, bytes);
    appendFileSync(copy, Buffer.alloc(PAGE_BYTES));
    expect(faultsIn(copy), String(dropped)).not.toEqual([]);
  }
});
