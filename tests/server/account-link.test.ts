import { writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeDatabase } from "#db/open";
import { hashToken } from "~/operations/session.server";
import { emailOf, idOf } from "../support/cast";
import { openMigrated } from "../support/migrated";
import { insertServerCast } from "../support/server-cast";
import { makePlace, outcomeOf, type Place, PORTAL, startServer } from "../support/server-process";

/* `account:link` of the built server, as a process. `npm test` builds it first. */

const ORIGIN = "https://portal.example.gov";
let place: Place;
beforeEach(async () => {
  place = makePlace();
  const db = openMigrated(place.settings.DATABASE_PATH);
  await insertServerCast(db);
  closeDatabase(db);
});
afterEach(() => place.remove());

const accountLink = (options: string[], settings: Record<string, string> = {}) =>
  outcomeOf([...PORTAL, "account:link", ...options], {
    ...{ ...place.settings, PUBLIC_ORIGIN: ORIGIN, DEMO_LOCK_CREDENTIALS: "false" },
    ...settings,
  });

function stored() {
  const db = openMigrated(place.settings.DATABASE_PATH);
  const links = db.query.accountLink.findMany().sync();
  const events = db.query.auditEvent.findMany().sync();
  closeDatabase(db);
  return { links, events };
}

test("it prints a link to set a password, which is in the database only as a hash, and in the audit log", async () => {
  const { code, stdout } = await accountLink([emailOf("systemAdmin").toUpperCase()]);
  expect([code, stdout.split("\n")[0]]).toEqual([
    0,
    expect.stringMatching(/^https:\/\/portal\.example\.gov\/password\/[\w-]{43}$/),
  ]);
  const token = stdout.split("\n")[0]?.slice(-43) ?? "";
  const { links, events } = stored();
  expect(links).toMatchObject([
    { userId: idOf("systemAdmin"), purpose: "PASSWORD", createdBy: null, tokenHash: hashToken(token) },
  ]);
  expect(events).toMatchObject([{ event: "password_link_created", targetId: idOf("systemAdmin"), actorId: null }]);
});

test("with passwords off for government, it prints a link for single sign-on", async () => {
  const off = { OIDC_ISSUER: "https://idp.example", OIDC_CLIENT_ID: "portal", GOVERNMENT_PASSWORDS: "off" };
  const { stdout } = await accountLink([emailOf("systemAdmin")], off);
  expect(stdout).toContain(`${ORIGIN}/link-identity/`);
});

test("on a machine that another one replaced, it makes nothing", async () => {
  const claim = { term: 1, ids: ["0".repeat(32)], isReplaced: true };
  writeFileSync(`${place.settings.DATABASE_PATH}.claim.json`, JSON.stringify(claim));
  expect((await accountLink([emailOf("systemAdmin")])).code).toBe(2);
  expect(stored().links).toEqual([]);
});

test("it refuses an unknown email, a missing one, no origin and locked credentials, and makes nothing", async () => {
  for (const [options, settings] of [
    [["nobody@example.test"], {}],
    [[], {}],
    [[emailOf("poc")], { PUBLIC_ORIGIN: "" }],
    [[emailOf("poc")], { DEMO_LOCK_CREDENTIALS: "true" }],
  ] as const) {
    expect((await accountLink([...options], settings)).code).toBe(2);
  }
  expect(stored().links).toEqual([]);
});

test("it refuses while a server runs", async () => {
  const server = await startServer(PORTAL, place.settings);
  const { code, stderr } = await accountLink([emailOf("poc")]);
  await server.stop();
  expect([code, stderr]).toEqual([2, expect.stringContaining("stop it first")]);
});
