import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { verifyAuditChain } from "~/audit/chain.server";
import { seedDemonstration } from "~/demo/seed";
import { checkSearchIndex, isWhole } from "~/search/check.server";
import { readSettings } from "~/settings.server";

/** Tables that the demonstration leaves empty: those that only a running server or a page's form writes, and work to do. */
const EMPTY = [
  "rate_limit_attempt",
  "form_receipt",
  "registration_draft",
  "pending_delivery",
  "account_link",
  "external_identity",
  "identity_request",
  "upkeep_result",
  "call_follow",
  "shown_columns",
  "recent_search",
  "mail_setting",
  "outbox",
  "outbox_item",
  "second_factor",
  "second_factor_setup",
  "recovery_code",
  "sign_in_step",
  "passkey",
  "passkey_ceremony",
  "feed_address",
  "promise_escalation",
  "search_stale",
  "saved_search_match",
  "search_arrival",
];

test("the demonstration seeds every kind of record, and its audit chain and search index are valid", async () => {
  const folder = mkdtempSync(join(tmpdir(), "portal-demonstration-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = readSettings({
    DATABASE_PATH: join(folder, "ledger.sqlite"),
    UPLOADS_DIR: join(folder, "uploads"),
    LOG_LEVEL: "silent",
  });
  await seedDemonstration(settings, new Date("2026-03-02T15:00:00.000Z"));

  const db = openDatabase(settings.databasePath);
  onTestFinished(() => closeDatabase(db));
  const tables = db.$client
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => name);
  const isEmpty = (table: string) => db.$client.prepare(`SELECT 1 FROM "${table}"`).get() === undefined;
  expect(tables.filter(isEmpty).filter((table) => !EMPTY.includes(table))).toEqual([]);
  const unlinked = "SELECT title FROM notification WHERE kind <> 'SYSTEM' AND link_url IS NULL";
  expect(db.$client.prepare(unlinked).all()).toEqual([]);
  expect(verifyAuditChain(db)).toMatchObject({ firstBroken: null });
  expect(checkSearchIndex(db).filter((report) => !isWhole(report))).toEqual([]);
});
