import { describe, expect, test } from "vitest";
import { immediateTransaction } from "#db/open";
import { appendAudit, verifyAuditChain } from "~/audit/chain.server";
import { openPortal, type Portal } from "../support/portal";

const ROWS = 5;

async function withRows(): Promise<Portal> {
  const portal = await openPortal();
  const origin = { at: portal.now().toISOString(), actor: null, ip: "203.0.113.10", userAgent: null, requestId: "r" };
  for (let number = 1; number <= ROWS; number += 1) {
    immediateTransaction(portal.db, () =>
      appendAudit(portal.db, { ...origin, id: `row-${number}` }, "reroute_run", { details: { number } }),
    );
  }
  return portal;
}

/** What somebody with the file in hand would do: drop the triggers, then write. */
function tamper(portal: Portal, sql: string): void {
  portal.db.$client.exec(`DROP TRIGGER audit_event_refuses_update; DROP TRIGGER audit_event_refuses_delete; ${sql}`);
}

describe("the audit log", () => {
  test("refuses to be changed or shortened", async () => {
    const { db } = await withRows();
    const refused = (sql: string) => expect(() => db.$client.exec(sql)).toThrow("append-only");
    refused("UPDATE audit_event SET event = 'pageview' WHERE seq = 2");
    refused("DELETE FROM audit_event WHERE seq = 2");
    refused("DELETE FROM audit_event");
    refused("INSERT OR REPLACE INTO audit_event SELECT * FROM audit_event WHERE seq = 2");
  });

  test("holds when nobody touched it, and when it is empty", async () => {
    const portal = await withRows();
    expect(verifyAuditChain(portal.db)).toEqual({ rows: ROWS, firstBrokenSeq: null });
    const empty = await openPortal();
    expect(verifyAuditChain(empty.db)).toEqual({ rows: 0, firstBrokenSeq: null });
  });

  const columns = ["created_at", "event", "actor_email", "target_id", "ip", "user_agent", "details", "path", "hash"];
  for (const column of columns) {
    test(`names the row whose ${column} was changed`, async () => {
      const portal = await withRows();
      const value = column === "details" ? `'{"number":9}'` : "'changed'";
      tamper(portal, `UPDATE audit_event SET ${column} = ${value} WHERE seq = 3`);
      expect(verifyAuditChain(portal.db)).toEqual({ rows: 2, firstBrokenSeq: 3 });
    });
  }

  test("names the row after one that was taken out", async () => {
    const portal = await withRows();
    tamper(portal, "DELETE FROM audit_event WHERE seq = 3");
    expect(verifyAuditChain(portal.db)).toEqual({ rows: 2, firstBrokenSeq: 4 });
  });

  test("names the row after one that was taken out, even when the rest was counted anew", async () => {
    const portal = await withRows();
    tamper(portal, "DELETE FROM audit_event WHERE seq = 3; UPDATE audit_event SET seq = seq - 1 WHERE seq > 3");
    expect(verifyAuditChain(portal.db)).toEqual({ rows: 2, firstBrokenSeq: 3 });
  });

  test("names the first row when the beginning is gone", async () => {
    const portal = await withRows();
    tamper(portal, "DELETE FROM audit_event WHERE seq = 1");
    expect(verifyAuditChain(portal.db)).toEqual({ rows: 0, firstBrokenSeq: 2 });
  });

  test("keeps at most 512 characters of a user agent, and whole ones", async () => {
    const portal = await openPortal();
    const agent = `${"a".repeat(511)}\u{1f600}`;
    immediateTransaction(portal.db, () =>
      appendAudit(portal.db, { id: "row", at: "", actor: null, ip: "", userAgent: agent, requestId: "r" }, "pageview"),
    );
    const kept = portal.auditRows()[0]?.userAgent ?? "";
    expect(kept.length).toBe(512);
    expect(kept.isWellFormed()).toBe(true);
    expect(verifyAuditChain(portal.db)).toEqual({ rows: 1, firstBrokenSeq: null });
  });

  test("holds over what the service itself writes, concurrently too", async () => {
    const portal = await openPortal();
    const json = { title: "Rotors", description: "Quiet ones." };
    await Promise.all(Array.from({ length: 10 }, () => portal.request("lead", "POST", "/api/gov/calls", { json })));
    expect(verifyAuditChain(portal.db)).toEqual({ rows: 20, firstBrokenSeq: null });
  });
});
