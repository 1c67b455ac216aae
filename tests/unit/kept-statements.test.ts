import { eq, inArray, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { openDatabase } from "#db/open";
import { user } from "#db/schema";
import { isSameState, stateOf } from "#db/watch";
import { presentCaller } from "~/operations/authority.server";
import { idOf } from "../support/cast";
import { openPortal } from "../support/portal";

test("a text runs as a query with columns and as a plain statement, in any order, and sees what changed", async () => {
  const { db } = await openPortal();
  const query = db
    .select({ id: user.id })
    .from(user)
    .where(eq(user.id, idOf("poc")));
  const text = query.toSQL().sql;
  const plain = () => db.$client.prepare(text).all(idOf("poc"));
  const whole = () => db.all(sql`select "id" from "user" where "user"."id" = ${idOf("poc")}`);
  expect(text).toBe('select "id" from "user" where "user"."id" = ?');
  expect([query.all(), whole(), query.all(), plain(), whole()]).toEqual(Array(5).fill([{ id: idOf("poc") }]));
  db.update(user)
    .set({ name: "Another" })
    .where(eq(user.id, idOf("poc")))
    .run();
  expect(
    db
      .select({ name: user.name })
      .from(user)
      .where(eq(user.id, idOf("poc")))
      .get(),
  ).toEqual({ name: "Another" });
});

test("more texts than are kept still run, the first ones too", async () => {
  const { db } = await openPortal();
  const ids = db.select({ id: user.id }).from(user).all();
  const found = (count: number) =>
    db
      .select({ id: user.id })
      .from(user)
      .where(inArray(user.id, [...Array(count).fill("nobody"), idOf("poc")]))
      .all();
  for (let count = 0; count < 600; count += 1) expect(found(count)).toEqual([{ id: idOf("poc") }]);
  expect(db.select({ id: user.id }).from(user).all()).toEqual(ids);
});

test("the state of a database changes with every write of any connection, and with nothing else", async () => {
  const { db, services } = await openPortal();
  const other = openDatabase(services.settings.databasePath);
  const rename = (by: typeof db, name: string) => by.update(user).set({ name }).run();
  const before = stateOf(db);
  db.select().from(user).all();
  expect(isSameState(stateOf(db), before)).toBe(true);
  expect(isSameState(stateOf(other), before)).toBe(false);
  rename(db, "One");
  const own = stateOf(db);
  expect(isSameState(own, before)).toBe(false);
  rename(other, "Two");
  expect(isSameState(stateOf(db), own)).toBe(false);
  other.$client.close();
});

test("a caller is read again as soon as another connection has changed the account", async () => {
  const portal = await openPortal();
  const { db, services } = portal;
  await portal.request("poc", "GET", "/api/session");
  const row = db.$client.prepare("SELECT token_hash AS hash FROM session").get() as { hash: Buffer };
  const caller = { actor: null, sessionHash: row.hash, ip: "", userAgent: null, requestId: "", origin: "" };
  const present = presentCaller(db, caller);
  expect(present.actor).toMatchObject({ id: idOf("poc"), role: "GOV_POC" });
  expect(presentCaller(db, present)).toBe(present);
  const other = openDatabase(services.settings.databasePath);
  other
    .update(user)
    .set({ role: "GOV_READONLY" })
    .where(eq(user.id, idOf("poc")))
    .run();
  other.$client.close();
  expect(presentCaller(db, present).actor).toMatchObject({ role: "GOV_READONLY" });
});
