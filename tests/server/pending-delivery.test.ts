import { expect, onTestFinished, test } from "vitest";
import { closeDatabase } from "#db/open";
import { openMigrated } from "../support/migrated";
import { insertServerCast } from "../support/server-cast";
import { makePlace, PORTAL, startServer } from "../support/server-process";

async function openPlace() {
  const place = makePlace();
  onTestFinished(() => place.remove());
  const db = openMigrated(place.settings.DATABASE_PATH);
  onTestFinished(() => closeDatabase(db));
  const tokens = await insertServerCast(db);
  const start = async () => {
    const server = await startServer(PORTAL, place.settings);
    onTestFinished(async () => {
      if (server.process.signalCode === null) await server.stop();
    });
    return server;
  };
  const count = (table: string) => db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  return { db, tokens, start, count };
}

const INDUSTRY = "user WHERE role = 'INDUSTRY' AND active = 1";

test("a server that starts finishes the deliveries that a crash interrupted", async () => {
  const { db, start, count } = await openPlace();
  const notification = { kind: "ANNOUNCEMENT", title: "t", body: "b", linkUrl: null, tags: [], now: new Date() };
  db.$client
    .prepare("INSERT INTO pending_delivery (notice, last_user_id) VALUES (?, '')")
    .run(JSON.stringify(notification));

  await start();
  await expect.poll(() => count("pending_delivery"), { timeout: 10_000 }).toBe(0);
  expect(count("notification")).toBe(count(INDUSTRY));
});

test.each([
  ["nobody", "TRUE", false],
  ["all but one", "new.user_id = (SELECT max(id) FROM user WHERE role = 'INDUSTRY')", true],
])(
  "an announcement stays when %s can be notified, and everyone left is notified once after a restart",
  async (_who, condition, reachesOthers) => {
    const { db, tokens, start, count } = await openPlace();
    const all = Number(count(INDUSTRY));
    const server = await start();
    db.$client.exec(`
    CREATE TRIGGER broken BEFORE INSERT ON notification WHEN ${condition}
    BEGIN SELECT raise(ABORT, 'broken'); END`);
    const answer = await fetch(`${server.origin}/api/gov/announcements`, {
      method: "POST",
      headers: { "content-type": "application/json", cookie: `session=${tokens.lead}` },
      body: JSON.stringify({ title: "Forum", body: "In May." }),
    });
    expect(answer.status).toBe(201);
    expect([count("announcement"), count("notification")]).toEqual([1, reachesOthers ? all - 1 : 0]);
    server.process.kill("SIGKILL");
    await new Promise((resolve) => server.process.once("exit", resolve));

    db.$client.exec("DROP TRIGGER broken");
    await start();
    await expect.poll(() => count("pending_delivery"), { timeout: 10_000 }).toBe(0);
    expect([count("notification"), count("(SELECT DISTINCT user_id FROM notification)")]).toEqual([all, all]);
  },
);
