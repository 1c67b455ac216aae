import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fence } from "#db/fence";
import { statement } from "#db/open";
import { watchTables } from "#db/watch";
import { submissionForm } from "../support/arrange";
import { ORGANIZATIONS } from "../support/cast";
import { openPortal, type Portal } from "../support/portal";

/* What a server that must not write does (docs/replicate.md). tests/server/replication.test.ts has the reasons for which it must not. */

const NOTES = `/api/gov/organizations/${ORGANIZATIONS.acme}/dialogue`;
const countOf = ({ db }: Portal, table: string) =>
  statement<{ count: number }>(db, `SELECT count(*) AS count FROM ${table}`).get()?.count;

describe("a server that must not write", () => {
  test("refuses a change with 503 and says when to try again, and changes nothing", async () => {
    const portal = await openPortal();
    fence(portal.db, () => false);
    const audited = countOf(portal, "audit_event");
    const response = await portal.request("admin", "POST", NOTES, { json: { body: "A note" } });
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(countOf(portal, "organization_dialogue_note")).toBe(0);
    expect(countOf(portal, "audit_event")).toBe(audited);
  });

  test("reads, also for people whose session it would otherwise note as used", async () => {
    const portal = await openPortal();
    fence(portal.db, () => false);
    for (const path of ["/api/session", NOTES, "/api/portal/calls"]) {
      expect((await portal.request("admin", "GET", path)).status, path).toBe(200);
    }
  });

  test("acknowledges no write that it committed while it no longer might, and keeps what it committed", async () => {
    const portal = await openPortal();
    let mayWrite = true;
    fence(portal.db, () => mayWrite);
    // As if the process stood still in the transaction.
    watchTables(portal.db, { submission: { value: "1" } }, () => {
      mayWrite = false;
    });
    const response = await portal.request("acmeUser", "POST", "/api/portal/submissions", {
      multipart: submissionForm(),
    });
    expect(response.status).toBe(503);
    const rows = statement<{ storageKey: string }>(portal.db, "SELECT storage_key AS storageKey FROM submission").all();
    expect(rows).toHaveLength(1);
    expect(existsSync(join(portal.uploadsDir, rows[0]?.storageKey ?? ""))).toBe(true);
  });
});
