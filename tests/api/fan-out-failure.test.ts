import { describe, expect, test } from "vitest";
import { RECIPIENTS_AT_ONCE, retryDeliveries } from "~/routing/fan-out.server";
import { insertCall, instant, notificationsOf } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { addIndustry, PEOPLE, personAt } from "../support/many-people";
import { mostRowsChanged } from "../support/most-changed";
import { DAY, openPortal, type Portal, type TestResponse } from "../support/portal";

/*
 * If the server cannot write the notifications of a publication, the record stays, and the server tries again until it
 * has notified everyone once.
 */

const INDUSTRY = ["acmeAdmin", "acmeUser", "borealisAdmin"] as const satisfies readonly PersonKey[];

interface Publication {
  what: string;
  publish: (portal: Portal) => Promise<TestResponse>;
  /** Counts the public records of its kind. */
  published: string;
}

const patch = (portal: Portal, call: Parameters<typeof insertCall>[1]) =>
  portal.request("lead", "PATCH", `/api/gov/calls/${insertCall(portal, call)}`, { json: { status: "OPEN" } });
const OPEN_CALLS = "SELECT count(*) FROM call WHERE status = 'OPEN'";

const PUBLICATIONS: Publication[] = [
  {
    what: "an announcement",
    publish: (portal) =>
      portal.request("lead", "POST", "/api/gov/announcements", { json: { title: "Forum", body: "In May." } }),
    published: "SELECT count(*) FROM announcement WHERE published = 1",
  },
  {
    what: "a call that is opened",
    publish: (portal) =>
      portal.request("lead", "POST", "/api/gov/calls", { json: { title: "Rotors", description: "Quiet ones." } }),
    published: OPEN_CALLS,
  },
  {
    what: "a draft that is opened",
    publish: (portal) => patch(portal, { status: "DRAFT" }),
    published: OPEN_CALLS,
  },
  {
    what: "a scheduled call that is released by hand",
    publish: (portal) => patch(portal, { status: "PENDING", releasesAt: instant(portal, DAY) }),
    published: OPEN_CALLS,
  },
];

/** Makes the notifications fail that the condition selects. @returns a function that ends this */
function breakNotifications({ db }: Portal, condition: string): () => void {
  db.$client.exec(`
    CREATE TEMP TRIGGER broken BEFORE INSERT ON notification WHEN ${condition}
    BEGIN SELECT raise(ABORT, 'broken'); END`);
  return () => db.$client.exec("DROP TRIGGER broken");
}

const value = ({ db }: Portal, sql: string) => db.$client.prepare<[], number>(sql).pluck().get() ?? 0;
const pending = (portal: Portal) => value(portal, "SELECT count(*) FROM pending_delivery");
const errors = (portal: Portal) => portal.log.filter(({ level }) => level === 50);
const received = (portal: Portal) => INDUSTRY.map((person) => notificationsOf(portal, person).length);

describe.each(PUBLICATIONS)("$what", ({ publish, published }) => {
  test("stays when nobody can be notified, and everyone is notified once it works again", async () => {
    const portal = await openPortal();
    const repair = breakNotifications(portal, "TRUE");
    const answer = await publish(portal);
    expect(answer.status, answer.text).toBeLessThan(300);
    expect(value(portal, published)).toBe(1);
    expect(portal.auditRows().map(({ event }) => event)).toContainEqual(expect.stringMatching(/_published$/));
    expect([received(portal), pending(portal)]).toEqual([[0, 0, 0], 1]);
    expect(errors(portal)).toHaveLength(1);

    await retryDeliveries(portal.services);
    expect([received(portal), pending(portal)]).toEqual([[0, 0, 0], 1]);
    repair();
    await Promise.all([retryDeliveries(portal.services), retryDeliveries(portal.services)]);
    await retryDeliveries(portal.services);
    expect([received(portal), pending(portal)]).toEqual([[1, 1, 1], 0]);
  });

  test("reaches everyone else immediately when one person cannot be notified, and that person later", async () => {
    const portal = await openPortal();
    const repair = breakNotifications(portal, `new.user_id = '${idOf("acmeUser")}'`);
    expect((await publish(portal)).status).toBeLessThan(300);
    expect([received(portal), pending(portal)]).toEqual([[1, 0, 1], 1]);
    await retryDeliveries(portal.services);
    expect([received(portal), pending(portal)]).toEqual([[1, 0, 1], 1]);
    repair();
    await retryDeliveries(portal.services);
    await retryDeliveries(portal.services);
    expect([received(portal), pending(portal)]).toEqual([[1, 1, 1], 0]);
  });
});

test("a failed delivery does not delay the others", async () => {
  const portal = await openPortal();
  const repair = breakNotifications(portal, "new.kind = 'ANNOUNCEMENT'");
  const [announcement, call] = PUBLICATIONS as [Publication, Publication];
  await announcement.publish(portal);
  await call.publish(portal);
  expect([received(portal), pending(portal)]).toEqual([[1, 1, 1], 1]);
  repair();
  await retryDeliveries(portal.services);
  expect([received(portal), pending(portal)]).toEqual([[2, 2, 2], 0]);
});

test("someone who turned the kind off before the next try is not notified, and is not tried again", async () => {
  const portal = await openPortal();
  const repair = breakNotifications(portal, `new.user_id = '${idOf("acmeUser")}'`);
  await PUBLICATIONS[0]?.publish(portal);
  const settings = [{ kind: "ANNOUNCEMENT", enabled: false }];
  await portal.request("acmeUser", "PUT", "/api/notifications/settings", { json: { settings } });
  repair();
  await retryDeliveries(portal.services);
  expect([received(portal), pending(portal)]).toEqual([[1, 0, 1], 0]);
});

test("of many people, those who cannot be notified do not delay the others", async () => {
  const portal = await openPortal();
  addIndustry(portal);
  const unlucky = [0, RECIPIENTS_AT_ONCE + 3, PEOPLE - 1].map(personAt);
  const repair = breakNotifications(portal, `new.user_id IN (${unlucky.map((id) => `'${id}'`).join()})`);
  const most = mostRowsChanged(portal);
  const reached = () => [
    value(portal, "SELECT count(*) FROM notification WHERE user_id LIKE 'many-%'"),
    value(portal, "SELECT count(DISTINCT user_id) FROM notification WHERE user_id LIKE 'many-%'"),
  ];
  expect((await PUBLICATIONS[0]?.publish(portal))?.status).toBe(201);
  expect([reached(), pending(portal)]).toEqual([[PEOPLE - 3, PEOPLE - 3], 3]);
  expect(most()).toBeLessThan(RECIPIENTS_AT_ONCE + 20);
  // However many fail, a try writes one line to the log.
  const before = errors(portal).length;
  await retryDeliveries(portal.services);
  expect(errors(portal).slice(before)).toMatchObject([{ failed: 3 }]);
  repair();
  await retryDeliveries(portal.services);
  expect([reached(), pending(portal)]).toEqual([[PEOPLE, PEOPLE], 0]);
});
