import { expect, test } from "vitest";
import { immediateTransaction } from "#db/open";
import { MARKED_AT_ONCE } from "~/domain/notification/mark-read.server";
import { deliverToIndustry, finishDeliveries, RECIPIENTS_AT_ONCE } from "~/routing/fan-out.server";
import { insertNotification, notificationsOf } from "../support/arrange";
import { idOf } from "../support/cast";
import { addIndustry, PEOPLE } from "../support/many-people";
import { mostRowsChanged } from "../support/most-changed";
import { openPortal, type Portal } from "../support/portal";

/* The server notifies many people in short transactions, and always finishes. */

const ANNOUNCEMENT = { title: "Industry day", body: "All are welcome." };
const NOTIFICATION = { kind: "ANNOUNCEMENT", title: "t", body: "b", linkUrl: null, tags: [] } as const;

const value = ({ db }: Portal, sql: string) => db.$client.prepare<[], number>(sql).pluck().get() ?? 0;
const REACHED = "SELECT count(*) FROM notification WHERE user_id LIKE 'many-%'";
const REACHED_PEOPLE = "SELECT count(DISTINCT user_id) FROM notification WHERE user_id LIKE 'many-%'";
const PENDING = "SELECT count(*) FROM pending_delivery";

test.each([
  ["an announcement", "/api/gov/announcements", ANNOUNCEMENT],
  ["a call that is opened", "/api/gov/calls", { title: "Sensors", description: "Small ones.", status: "OPEN" }],
])("%s reaches everyone once, in short transactions", async (_what, path, json) => {
  const portal = await openPortal();
  addIndustry(portal);
  const most = mostRowsChanged(portal);
  const answer = await portal.request("admin", "POST", path, { json });
  expect(answer.status).toBe(201);
  expect([value(portal, REACHED), value(portal, REACHED_PEOPLE)]).toEqual([PEOPLE, PEOPLE]);
  expect(value(portal, PENDING)).toBe(0);
  const [row] = portal.auditRows().filter(({ event }) => /^(announcement|call)_published$/.test(event));
  const all = value(portal, "SELECT count(*) FROM user WHERE role = 'INDUSTRY' AND active = 1");
  expect(JSON.parse(row?.details ?? "{}").notified).toBe(all);
  expect(most()).toBeLessThan(RECIPIENTS_AT_ONCE + 20);
});

test("an interrupted delivery is finished once, however many processes try", async () => {
  const portal = await openPortal();
  addIndustry(portal);
  const { db } = portal;
  immediateTransaction(db, () => deliverToIndustry(db, NOTIFICATION, portal.now()));
  expect(value(portal, PENDING)).toBe(1);
  expect(value(portal, "SELECT count(*) FROM notification")).toBe(0);
  await Promise.all([finishDeliveries(portal.services), finishDeliveries(portal.services)]);
  expect(value(portal, PENDING)).toBe(0);
  expect([value(portal, REACHED), value(portal, REACHED_PEOPLE)]).toEqual([PEOPLE, PEOPLE]);
});

test("marking many notifications read takes short transactions, and changes only the caller's", async () => {
  const portal = await openPortal();
  const count = 2 * MARKED_AT_ONCE + 1;
  portal.db.$client.transaction(() => {
    for (let index = 0; index < count; index += 1) insertNotification(portal, "poc");
    insertNotification(portal, "lead");
  })();
  const most = mostRowsChanged(portal);
  const answer = await portal.request("poc", "POST", "/api/notifications/read", { json: { all: true } });
  expect(answer.body).toMatchObject({ data: { updated: count } });
  expect(value(portal, `SELECT count(*) FROM notification WHERE "read" = 0 AND user_id = '${idOf("poc")}'`)).toBe(0);
  expect(notificationsOf(portal, "lead").filter(({ read }) => read)).toEqual([]);
  expect(most()).toBeLessThan(MARKED_AT_ONCE + 20);
});
