import { expect, onTestFinished, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, startServer } from "../support/server-process";

test("a server that starts finishes the deliveries that a crash broke off", async () => {
  const place = makePlace();
  onTestFinished(() => place.remove());
  const db = openDatabase(place.settings.DATABASE_PATH);
  onTestFinished(() => closeDatabase(db));
  await insertServerCast(db);
  const notice = { kind: "ANNOUNCEMENT", title: "t", body: "b", linkUrl: null, tags: [], now: new Date() };
  db.$client.prepare("INSERT INTO pending_delivery (notice, last_user_id) VALUES (?, '')").run(JSON.stringify(notice));
  const count = (table: string) => db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get();

  const server = await startServer(PORTAL, place.settings);
  onTestFinished(async () => {
    await server.stop();
  });
  await expect.poll(() => count("pending_delivery"), { timeout: 10_000 }).toBe(0);
  expect(count("notification")).toBe(count("user WHERE role = 'INDUSTRY' AND active = 1"));
});
