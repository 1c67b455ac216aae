import { expect, test } from "vitest";
import { immediateTransaction } from "#db/open";
import { MARKED_AT_ONCE } from "~/domain/notification/mark-read.server";
import { deliverToIndustry, finishDeliveries, RECIPIENTS_AT_ONCE } from "~/routing/deliver.server";
import { insertNotification, notificationsOf } from "../support/arrange";
import { idOf, ORGANIZATIONS } from "../support/cast";
import { mostChanged } from "../support/most-changed";
import { openPortal, type Portal } from "../support/portal";

/* What reaches many people is done in short transactions, and is done to its end. */

const PEOPLE = 2 * RECIPIENTS_AT_ONCE + 50;
const ANNOUNCEMENT = { title: "Industry day", body: "All are welcome." };
const NOTICE = { kind: "ANNOUNCEMENT", title: "t", body: "b", linkUrl: null, tags: [] } as const;

const idAt = (index: number) => `many-${String(index).padStart(5, "0")}`;

function addIndustry({ db, now }: Portal): void {
  const insert = db.$client.prepare(`
    INSERT INTO user (id, email, name, role, industry_role, organization_id, password_hash, created_at, updated_at)
    VALUES (@id, @id || '@example.test', 'Person', 'INDUSTRY', 'INDUSTRY_USER', @organizationId, 'none', @at, @at)`);
  db.$client.transaction(() => {
    for (let index = 0; index < PEOPLE; index += 1) {
      insert.run({ id: idAt(index), organizationId: ORGANIZATIONS.acme, at: now().toISOString() });
    }
  })();
}

const value = ({ db }: Portal, sql: string) => db.$client.prepare<[], number>(sql).pluck().get() ?? 0;
const REACHED = "SELECT count(*) FROM notification WHERE user_id LIKE 'many-%'";
const REACHED_PEOPLE = "SELECT count(DISTINCT user_id) FROM notification WHERE user_id LIKE 'many-%'";
const PENDING = "SELECT count(*) FROM pending_delivery";

test.each([
  ["an announcement", "/api/gov/announcements", ANNOUNCEMENT],
  ["a call that is opened", "/api/gov/calls", { title: "Sensors", description: "Small ones.", status: "OPEN" }],
])("%s reaches everybody once, in short transactions", async (_what, path, json) => {
  const portal = await openPortal();
  addIndustry(portal);
  const most = mostChanged(portal);
  const answer = await portal.request("admin", "POST", path, { json });
  expect(answer.status).toBe(201);
  expect([value(portal, REACHED), value(portal, REACHED_PEOPLE)]).toEqual([PEOPLE, PEOPLE]);
  expect(value(portal, PENDING)).toBe(0);
  const [row] = portal.auditRows().filter(({ event }) => /^(announcement|call)_published$/.test(event));
  const all = value(portal, "SELECT count(*) FROM user WHERE role = 'INDUSTRY' AND active = 1");
  expect(JSON.parse(row?.details ?? "{}").notified).toBe(all);
  expect(most()).toBeLessThan(RECIPIENTS_AT_ONCE + 20);
});

test("a delivery that was broken off is finished, once, by as many as try", async () => {
  const portal = await openPortal();
  addIndustry(portal);
  const { db } = portal;
  immediateTransaction(db, () => deliverToIndustry(db, NOTICE, portal.now()));
  expect(value(portal, PENDING)).toBe(1);
  expect(value(portal, "SELECT count(*) FROM notification")).toBe(RECIPIENTS_AT_ONCE);
  await Promise.all([finishDeliveries(db), finishDeliveries(db)]);
  expect(value(portal, PENDING)).toBe(0);
  expect([value(portal, REACHED), value(portal, REACHED_PEOPLE)]).toEqual([PEOPLE, PEOPLE]);
});

test("what fails after the commit takes nothing back, and is done by the next to finish deliveries", async () => {
  const portal = await openPortal();
  addIndustry(portal);
  const { db } = portal;
  db.$client.exec(`
    CREATE TEMP TRIGGER broken BEFORE INSERT ON notification WHEN new.user_id = '${idAt(PEOPLE - 1)}'
    BEGIN SELECT raise(ABORT, 'broken'); END`);
  const answer = await portal.request("admin", "POST", "/api/gov/announcements", { json: ANNOUNCEMENT });
  expect(answer.status).toBe(201);
  expect(value(portal, PENDING)).toBe(1);
  expect(portal.log.filter(({ level }) => level === 50)).toHaveLength(1);
  db.$client.exec("DROP TRIGGER broken");
  await finishDeliveries(db);
  expect([value(portal, REACHED), value(portal, REACHED_PEOPLE)]).toEqual([PEOPLE, PEOPLE]);
});

test("all of many notifications are marked read in short transactions, and nobody else's", async () => {
  const portal = await openPortal();
  const count = 2 * MARKED_AT_ONCE + 1;
  portal.db.$client.transaction(() => {
    for (let index = 0; index < count; index += 1) insertNotification(portal, "poc");
    insertNotification(portal, "lead");
  })();
  const most = mostChanged(portal);
  const answer = await portal.request("poc", "POST", "/api/notifications/read", { json: { all: true } });
  expect(answer.body).toMatchObject({ data: { updated: count } });
  expect(value(portal, `SELECT count(*) FROM notification WHERE "read" = 0 AND user_id = '${idOf("poc")}'`)).toBe(0);
  expect(notificationsOf(portal, "lead").filter(({ read }) => read)).toEqual([]);
  expect(most()).toBeLessThan(MARKED_AT_ONCE + 20);
});
