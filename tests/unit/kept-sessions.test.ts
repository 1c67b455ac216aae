import { expect, test } from "vitest";
import { closeDatabase, openDatabase, valueStatement } from "#db/open";
import { createSession, findActor, findSession, hashToken } from "~/operations/session.server";
import { idOf } from "../support/cast";
import { CLIENT_IP, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";

/* A session is read once for each state of the database. */

async function begin() {
  const portal = await openPortal();
  const sessionVersion = valueStatement<number>(portal.db, "SELECT session_version FROM user WHERE id = ?").get(
    idOf("poc"),
  );
  const person = { id: idOf("poc"), sessionVersion: sessionVersion ?? 0 };
  const token = createSession(portal.services, person, { ip: CLIENT_IP, userAgent: null }, portal.now());
  return { portal, token, role: () => findSession(portal.services, token, false)?.actor.role };
}

const demote = (db: Portal["db"]) =>
  db.$client.prepare("UPDATE user SET role = 'GOV_READONLY' WHERE id = ?").run(idOf("poc"));

test("without a write, a session is read once", async () => {
  const { portal, token, role } = await begin();
  expect(role()).toBe("GOV_POC");
  const actor = findActor(portal.db, hashToken(token));
  expect(findSession(portal.services, token, false)?.actor).toBe(actor);
  expect(Object.isFrozen(actor)).toBe(true);
});

test("a write of this connection, or of another program, counts from the next read on", async () => {
  const { portal, token, role } = await begin();
  expect(role()).toBe("GOV_POC");
  demote(portal.db);
  expect(role()).toBe("GOV_READONLY");
  const other = openDatabase(portal.db.$client.name);
  other.$client.prepare("UPDATE user SET session_version = session_version + 1 WHERE id = ?").run(idOf("poc"));
  closeDatabase(other);
  expect(role()).toBeUndefined();
  expect(findActor(portal.db, hashToken(token))).toBe(null);
});

test("what a transaction reads that is rolled back is forgotten", async () => {
  const { portal, role } = await begin();
  const rolledBack = portal.db.$client.transaction(() => {
    demote(portal.db);
    expect(role()).toBe("GOV_READONLY");
    throw new Error("rolled back");
  });
  expect(rolledBack).toThrow("rolled back");
  expect(role()).toBe("GOV_POC");
});

test("only so many sessions are kept, and the others are read each time", async () => {
  const { portal } = await begin();
  portal.db.$client.exec(
    `WITH RECURSIVE copy (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < 2100)
     INSERT INTO session (token_hash, id, user_id, session_version, created_at, last_seen_at, expires_at)
     SELECT CAST(printf('%032d', n) AS BLOB), 'copy-' || n, user_id, session_version, created_at, last_seen_at, expires_at
     FROM copy, session`,
  );
  const hashes = Array.from({ length: 2_100 }, (_, place) => Buffer.from(`${place + 1}`.padStart(32, "0")));
  const first = hashes.map((hash) => findActor(portal.db, hash));
  const areKept = hashes.map((hash, place) => findActor(portal.db, hash) === first[place]);
  expect(first.every((actor) => actor?.role === "GOV_POC")).toBe(true);
  expect(areKept.filter(Boolean)).toHaveLength(2_000);
});

test("a session that is kept ends all the same, after its time or without use", async () => {
  const { portal, role } = await begin();
  const { sessionAbsoluteHours, sessionIdleMinutes } = portal.services.settings;
  expect(role()).toBe("GOV_POC");
  portal.advance(sessionIdleMinutes * MINUTE - 1);
  expect(role()).toBe("GOV_POC");
  portal.advance(1);
  expect(role()).toBe(undefined);

  portal.db.$client.prepare("UPDATE session SET last_seen_at = expires_at").run();
  portal.advance(sessionAbsoluteHours * HOUR - sessionIdleMinutes * MINUTE - 1);
  expect(role()).toBe("GOV_POC");
  portal.advance(1);
  expect(role()).toBe(undefined);
});
