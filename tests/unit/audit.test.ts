import { createHash } from "node:crypto";
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

/** What someone with access to the file would do: drop the triggers, then write. */
function tamper(portal: Portal, sql: string): void {
  portal.db.$client.exec(`DROP TRIGGER audit_event_refuses_update; DROP TRIGGER audit_event_refuses_delete; ${sql}`);
}

/** The number of valid rows, and the first invalid one with its problem. */
function verified(portal: Portal): [rows: number, seq: number | undefined, fault: string | undefined] {
  const { rows, last, pageviews, firstBroken } = verifyAuditChain(portal.db);
  expect(Math.max(last?.seq ?? 0, pageviews.last?.seq ?? 0)).toBe(rows);
  return [rows, firstBroken?.seq, firstBroken?.fault];
}
const WHOLE = [undefined, undefined];

describe("the audit log", () => {
  test("cannot be changed or shortened", async () => {
    const { db } = await withRows();
    const refused = (sql: string) => expect(() => db.$client.exec(sql)).toThrow("append-only");
    refused("UPDATE audit_event SET event = 'pageview' WHERE seq = 2");
    refused("DELETE FROM audit_event WHERE seq = 2");
    refused("DELETE FROM audit_event");
    refused("INSERT OR REPLACE INTO audit_event SELECT * FROM audit_event WHERE seq = 2");
  });

  test("is valid when nobody changed it, and when it is empty", async () => {
    const portal = await withRows();
    expect(verified(portal)).toEqual([ROWS, ...WHOLE]);
    expect(verifyAuditChain(portal.db).last).toMatchObject({ seq: ROWS, hash: portal.auditRows()[ROWS - 1]?.hash });
    const empty = await openPortal();
    const pageviews = { last: null, expired: 0 };
    expect(verifyAuditChain(empty.db)).toEqual({ rows: 0, last: null, pageviews, firstBroken: null });
  });

  const columns = ["created_at", "event", "actor_email", "target_id", "ip", "user_agent", "details", "path", "hash"];
  for (const column of columns) {
    test(`names the row whose ${column} was changed`, async () => {
      const portal = await withRows();
      const value = column === "details" ? `'{"number":9}'` : "'changed'";
      tamper(portal, `UPDATE audit_event SET ${column} = ${value} WHERE seq = 3`);
      expect(verified(portal)).toEqual([2, 3, "altered"]);
    });
  }

  test("identifies the row that was changed", async () => {
    const portal = await withRows();
    tamper(portal, "UPDATE audit_event SET details = '{}' WHERE seq = 3");
    const { firstBroken } = verifyAuditChain(portal.db);
    expect(firstBroken).toMatchObject({
      id: "row-3",
      seq: 3,
      createdAt: portal.now().toISOString(),
      event: "reroute_run",
    });
  });

  test("names the row after a removed one", async () => {
    const portal = await withRows();
    tamper(portal, "DELETE FROM audit_event WHERE seq = 3");
    expect(verified(portal)).toEqual([2, 4, "missing before"]);
  });

  test("names the row after a removed one, even if the rest was renumbered", async () => {
    const portal = await withRows();
    tamper(portal, "DELETE FROM audit_event WHERE seq = 3; UPDATE audit_event SET seq = seq - 1 WHERE seq > 3");
    expect(verified(portal)).toEqual([2, 3, "altered"]);
  });

  test("names the first row when the beginning is missing", async () => {
    const portal = await withRows();
    tamper(portal, "DELETE FROM audit_event WHERE seq = 1");
    expect(verified(portal)).toEqual([0, 2, "missing before"]);
  });

  /** A row whose hash is valid by itself. */
  function forge(portal: Portal, seq: number, prevHash: string): void {
    const [likeness] = portal.auditRows();
    if (!likeness) throw new Error("There is no row to forge");
    const { hash: _hash, ...row } = { ...likeness, seq, id: `forged-${seq}`, prevHash };
    const order = portal.db.$client.prepare("SELECT * FROM audit_event").columns();
    const hashed = order.slice(0, -2);
    const values = hashed.map(({ name }) => {
      const key = name.replace(/_[a-z]/g, ([, letter = ""]) => letter.toUpperCase()) as keyof typeof row;
      return row[key];
    });
    const hash = createHash("sha256").update(JSON.stringify(values)).digest("hex");
    portal.db.$client.exec(
      "DROP INDEX IF EXISTS audit_event_prev_hash; DROP TRIGGER IF EXISTS audit_event_refuses_replace",
    );
    const insert = portal.db.$client.prepare(`INSERT INTO audit_event VALUES (${order.map(() => "?").join()})`);
    insert.run(...values, hash, "log");
  }

  test("names the row after a rewritten one with a valid hash", async () => {
    const portal = await withRows();
    const prevHash = portal.auditRows()[2]?.prevHash ?? "";
    tamper(portal, "DELETE FROM audit_event WHERE seq = 3");
    forge(portal, 3, prevHash);
    expect(verified(portal)).toEqual([3, 4, "another before"]);
  });

  test("names a row that continues one which another row already continues", async () => {
    const portal = await withRows();
    forge(portal, 6, portal.auditRows()[2]?.hash ?? "");
    expect(verified(portal)).toEqual([5, 6, "forked"]);
  });

  test("names a row that skips a number, although it continues the row before", async () => {
    const portal = await withRows();
    forge(portal, 7, portal.auditRows()[ROWS - 1]?.hash ?? "");
    expect(verified(portal)).toEqual([5, 7, "missing before"]);
  });

  test("names a second beginning, and a row before the first", async () => {
    const second = await withRows();
    forge(second, 6, "0".repeat(64));
    expect(verified(second)).toEqual([5, 6, "forked"]);
    const before = await withRows();
    forge(before, 0, "1".repeat(64));
    expect(verified(before)).toEqual([0, 0, "another before"]);
  });

  test("stores at most 512 characters of a user agent, and no half characters", async () => {
    const portal = await openPortal();
    const agent = `${"a".repeat(511)}\u{1f600}`;
    immediateTransaction(portal.db, () =>
      appendAudit(portal.db, { id: "row", at: "", actor: null, ip: "", userAgent: agent, requestId: "r" }, "pageview"),
    );
    const kept = portal.auditRows()[0]?.userAgent ?? "";
    expect(kept.length).toBe(512);
    expect(kept.isWellFormed()).toBe(true);
    expect(verified(portal)).toEqual([1, ...WHOLE]);
  });

  test("is valid for what the service itself writes, also concurrently", { tags: "race" }, async () => {
    const portal = await openPortal();
    const json = { title: "Rotors", description: "Quiet ones." };
    await Promise.all(Array.from({ length: 10 }, () => portal.request("lead", "POST", "/api/gov/calls", { json })));
    expect(verified(portal)).toEqual([20, ...WHOLE]);
  });
});
