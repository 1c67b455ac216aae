import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { CALL_STATUSES } from "#db/enumerations";
import { statement } from "#db/open";
import { call } from "#db/schema";
import { effectiveStatusAt, SHOWN_STATUS, takesSubmissionsAt } from "~/domain/call/effective-status.server";
import { readOpenCallsAfter } from "~/domain/call/queries.server";
import { effectiveStatus, movesFrom, shownStatus, takesSubmissions, transition } from "~/domain/call/rules";
import { insertCall, instant } from "../support/arrange";
import { plansOf } from "../support/lists";
import { openPortal } from "../support/portal";

test("the rule in TypeScript and the rule in SQL agree for every status, release and deadline", async () => {
  const portal = await openPortal();
  const moments = [-1000, -1, 0, 1, 1000].map((offset) => instant(portal, offset));
  for (const status of CALL_STATUSES) {
    for (const releasesAt of [null, ...moments]) {
      if (status === "PENDING" && releasesAt === null) continue;
      for (const closesAt of [null, ...moments]) insertCall(portal, { status, releasesAt, closesAt });
    }
  }
  const now = portal.now();
  const rows = portal.db.query.call.findMany().sync();
  expect(rows).toHaveLength(4 * 6 * 6 - 6);

  const inSql = portal.db
    .select({ id: call.id, status: effectiveStatusAt(now) })
    .from(call)
    .all();
  expect(new Map(inSql.map(({ id, status }) => [id, status]))).toEqual(
    new Map(rows.map((row) => [row.id, effectiveStatus(row, now)])),
  );
  for (const status of CALL_STATUSES) {
    const found = portal.db
      .select({ id: call.id })
      .from(call)
      .where(eq(effectiveStatusAt(now), status))
      .all();
    const expected = rows.filter((row) => effectiveStatus(row, now) === status);
    expect(found.map(({ id }) => id).sort()).toEqual(expected.map(({ id }) => id).sort());
    expect(found.length).toBeGreaterThan(0);
  }
  const shown = statement<{ id: string; status: string }>(
    portal.db,
    `SELECT id, ${SHOWN_STATUS} AS status FROM call`,
  ).all({ now: now.toISOString() });
  expect(new Map(shown.map(({ id, status }) => [id, status]))).toEqual(
    new Map(rows.map((row) => [row.id, shownStatus(row, now)])),
  );
  const open = readOpenCallsAfter(portal.db, now, null);
  const taking = rows.filter((row) => takesSubmissions(row, now));
  expect(open.map(({ id }) => id).sort()).toEqual(taking.map(({ id }) => id).sort());
  const browsed = portal.db.select({ id: call.id }).from(call).where(takesSubmissionsAt(now)).all();
  expect(browsed.map(({ id }) => id).sort()).toEqual(taking.map(({ id }) => id).sort());
});

test("the public list gets its order from an index, even if many deadlines are equal or missing", async () => {
  const portal = await openPortal();
  const plans = await plansOf(portal, async () => readOpenCallsAfter(portal.db, portal.now(), null));
  expect(plans.map(({ steps }) => steps.map(({ detail }) => detail))).toEqual([
    ["SEARCH call USING INDEX call_taking_order ((closes_at,created_at,id)>(?,?,?))"],
    ["SEARCH call USING INDEX call_taking_order (closes_at=? AND (created_at,id)>(?,?))"],
  ]);
});

test("the offered moves are exactly those that succeed", () => {
  for (const from of CALL_STATUSES) {
    expect(movesFrom(from)).toEqual(CALL_STATUSES.filter((to) => transition(from, to) !== null));
  }
  expect(movesFrom("DRAFT")).toEqual(["PENDING", "OPEN"]);
  expect(movesFrom("PENDING")).toEqual(["DRAFT", "OPEN"]);
  expect(movesFrom("OPEN")).toEqual(["CLOSED"]);
  expect(movesFrom("CLOSED")).toEqual(["OPEN"]);
});
