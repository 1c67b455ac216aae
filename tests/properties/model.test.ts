import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyAuditChain } from "~/audit/chain.server";
import { checkSearchIndex, isWhole } from "~/search/check.server";
import { dataOf, openPortal } from "../support/portal";
import { property } from "../support/properties";
import { Ledger } from "./model/ledger";
import { step } from "./model/step";
import { takeStep, type World } from "./model/steps";

/*
 * Takes random sequences of user actions in the service and in a small model of it. Each response must have the status that
 * the model predicts, and each list, count and log must match the model.
 */

const MOST = "?pageSize=100";
type Row = { id: string } & Record<string, unknown>;

/** Reads of the service, each with what the model expects. */
const READS: readonly ((world: World) => Promise<[found: unknown, expected: unknown]>)[] = [
  async ({ ledger, portal }) => {
    const { items } = dataOf<{ items: Row[] }>(await portal.request("readonly", "GET", `/api/gov/calls${MOST}`));
    const now = portal.now().getTime();
    return [statusesOf(items), sorted([...ledger.calls.keys()].map((id) => [id, ledger.effective(id, now)]))];
  },
  async ({ ledger, portal }) => {
    const calls = dataOf<Row[]>(await portal.request(null, "GET", "/api/portal/calls"));
    const now = portal.now().getTime();
    const open = [...ledger.calls.keys()].filter((id) => ledger.effective(id, now) === "OPEN");
    return [calls.map(({ id }) => id).sort(), open.sort()];
  },
  async ({ ledger, portal }) => {
    const lists = await Promise.all(
      ["SUBMITTED", "ROUTED", "REVIEWED", "ARCHIVED"].map((status) =>
        portal.request("readonly", "GET", `/api/gov/submissions${MOST}&status=${status}`),
      ),
    );
    const items = lists.flatMap((response) => dataOf<{ items: Row[] }>(response).items);
    return [statusesOf(items), sorted([...ledger.submissions].map(([id, { status }]) => [id, status]))];
  },
  async ({ ledger, portal }) => {
    const response = await portal.request("readonly", "GET", `/api/gov/engagements${MOST}`);
    const { items } = dataOf<{ items: Row[] }>(response);
    const found = items.map(({ id, title }) => [id, title]);
    return [sorted(found), sorted([...ledger.engagements].map(([id, { title }]) => [id, title]))];
  },
  async ({ ledger, portal }) => {
    const rows = dataOf<Row[]>(await portal.request("systemAdmin", "GET", "/api/gov/admin/commands"));
    const found = rows.map(({ id, parentId }) => [id, parentId]);
    return [sorted(found), sorted([...ledger.commands].map(([id, { parentId }]) => [id, parentId]))];
  },
  async ({ ledger, portal }) => {
    const rows = dataOf<Row[]>(await portal.request("systemAdmin", "GET", "/api/gov/admin/tags"));
    return [rows.map(({ label }) => label).sort(), [...ledger.tags.values()].sort()];
  },
  async ({ ledger, portal }) => {
    const { items } = dataOf<{ items: Row[] }>(
      await portal.request("readonly", "GET", `/api/gov/organizations${MOST}`),
    );
    return [
      items.map(({ name }) => String(name).toLowerCase().replace(/\s+/g, " ")).sort(),
      [...ledger.organizationNames].sort(),
    ];
  },
  async ({ ledger, portal }) => {
    const found: [string, number][] = [];
    for (const { name, person } of ledger.actors) {
      if (person === null) continue;
      const { count } = dataOf<{ count: number }>(
        await portal.request(person, "GET", "/api/notifications/unread-count"),
      );
      found.push([name, count]);
    }
    const expected = ledger.actors.filter(({ person }) => person !== null);
    return [found, expected.map(({ name }) => [name, ledger.unreadOf(name).length])];
  },
  async ({ ledger, portal }) => {
    const found = new Map<string, number>();
    for (const { event } of portal.auditRows()) found.set(event, (found.get(event) ?? 0) + 1);
    return [sorted([...found]), sorted([...ledger.audited])];
  },
];

const sorted = (pairs: unknown[][]) => pairs.map((pair) => pair.join(" ")).sort();
const statusesOf = (items: readonly Row[]) => sorted(items.map(({ id, status }) => [id, status]));

const outcomes: World["outcomes"] = new Map();

property(
  "after any sequence of actions, the service matches its model, and its logs and indexes are intact",
  6,
  fc.asyncProperty(fc.noBias(fc.array(step, { minLength: 60, maxLength: 80, size: "max" })), async (steps) => {
    const portal = await openPortal();
    const world: World = { ledger: new Ledger(), portal, count: 0, outcomes };
    const compare = async (read: (typeof READS)[number]) => {
      const [found, expected] = await read(world);
      expect(found).toEqual(expected);
    };
    for (const [index, next] of steps.entries()) {
      await takeStep(world, next);
      await compare(READS[index % READS.length] as (typeof READS)[number]);
    }
    for (const read of READS) await compare(read);
    expect(verifyAuditChain(portal.db)).toMatchObject({ rows: portal.auditRows().length, firstBroken: null });
    expect(checkSearchIndex(portal.db).filter((report) => !isWhole(report))).toEqual([]);
    expect(portal.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  }),
);

test("nearly every kind of step succeeded at least once and was refused at least once", () => {
  const kinds = (is: (status: number) => boolean) =>
    [...outcomes.values()].filter((statuses) => [...statuses].some(is)).length;
  expect(kinds((status) => status < 300)).toBeGreaterThan(16);
  expect(kinds((status) => status >= 400)).toBeGreaterThan(16);
});
