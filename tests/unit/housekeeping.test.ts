import { utimesSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { user } from "#db/schema";
import { ensureFirstAdmin } from "~/domain/government-user/first-admin.server";
import { forgetOldDrafts } from "~/domain/registration/draft.server";
import { countAttempt, forgetOldAttempts, refuseOverLimit } from "~/operations/rate-limit.server";
import { forgetExpiredSessions } from "~/operations/session.server";
import { isNamed, namedFiles } from "~/storage/named-files.server";
import {
  insertAnnouncement,
  insertAnnouncementFile,
  insertMessage,
  insertMessageFile,
  insertSubmission,
  insertSubmissionWithFile,
  placeFile,
  submissionRow,
} from "../support/arrange";
import { idOf, PASSWORD } from "../support/cast";
import { mostRowsChanged } from "../support/most-changed";
import { DAY, HOUR, MINUTE, openPortal } from "../support/portal";
import { visitorOf } from "../support/visitor";

describe("housekeeping", () => {
  test("deletes sessions once no request that they started can be open, and no others", async () => {
    const portal = await openPortal();
    const { services, db } = portal;
    portal.cookieOf("poc");
    portal.advance(20 * MINUTE);
    portal.cookieOf("lead");
    portal.advance(10 * MINUTE);
    forgetExpiredSessions(services, portal.now());
    expect(db.query.session.findMany().sync()).toHaveLength(2);
    portal.advance(30 * MINUTE);
    forgetExpiredSessions(services, portal.now());
    expect(db.query.session.findMany().sync()).toMatchObject([{ userId: idOf("lead") }]);
  });

  test("deletes attempts after a day, and keeps those that still count", async () => {
    const { db, now } = await openPortal();
    const limit = { name: "test", max: 2, windowSeconds: HOUR / 1000 };
    const ago = (milliseconds: number) => new Date(now().getTime() - milliseconds);
    countAttempt(db, limit, "old", ago(DAY + 1));
    countAttempt(db, limit, "new", ago(HOUR - 1));
    countAttempt(db, limit, "new", now());
    await forgetOldAttempts(db, now());
    expect(db.query.rateLimitAttempt.findMany().sync()).toHaveLength(2);
    expect(() => refuseOverLimit(db, limit, "new", now())).toThrow("Too many requests");
    expect(() => refuseOverLimit(db, limit, "old", now())).not.toThrow();
  });

  test("deletes any number of attempts in short transactions", async () => {
    const portal = await openPortal();
    const { db, now } = portal;
    const old = new Date(now().getTime() - DAY - 1);
    db.$client.transaction(() => {
      for (let index = 0; index < 7_000; index += 1) {
        const isKept = index % 1_000 === 0;
        countAttempt(db, { name: "test", max: 2, windowSeconds: 60 }, `${index}`, isKept ? now() : old);
      }
    })();
    const most = mostRowsChanged(portal);
    await forgetOldAttempts(db, now());
    expect(db.query.rateLimitAttempt.findMany().sync()).toHaveLength(7);
    expect(most()).toBeLessThan(2_001);
  });

  test("deletes drafts of registrations that nobody can read any more, and no others", async () => {
    const portal = await openPortal();
    const begin = (orgName: string) => visitorOf(portal).post("/register", { orgName, orgType: "COMPANY" });
    await begin("Old Works");
    portal.advance(1);
    await begin("New Works");
    portal.advance(DAY - 1);
    forgetOldDrafts(portal.db, portal.now());
    const kept = portal.db.query.registrationDraft.findMany().sync();
    expect(kept.map(({ answers }) => JSON.parse(answers).answers.orgName)).toEqual(["New Works"]);
  });

  test("removes old files that no row names", async () => {
    const portal = await openPortal();
    const { files } = portal.services;
    const orphan = async () => (await placeFile(portal, Buffer.from("orphan"))).storageKey;
    const named = submissionRow(portal, await insertSubmissionWithFile(portal))?.storageKey ?? "";
    const [old, young] = [await orphan(), await orphan()];
    const before = new Date("2026-01-01T00:00:00Z");
    for (const key of [named, old]) utimesSync(join(portal.uploadsDir, key), 0, 0);
    expect(await files.sweep((key) => key === named, before)).toBe(1);
    expect(portal.storedFiles().sort()).toEqual([named, young].sort());
  });

  test("every table that names files is known, and older databases have fewer", async () => {
    const portal = await openPortal();
    await insertSubmissionWithFile(portal);
    await insertAnnouncementFile(portal, insertAnnouncement(portal));
    const keysOf = () => [...namedFiles(portal.db)].map(({ storageKey }) => storageKey).sort();
    const earlier = keysOf();
    await insertMessageFile(portal, insertMessage(portal, insertSubmission(portal)));
    const { $client } = portal.db;
    const naming = $client
      .prepare(
        `SELECT count(*) FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
         WHERE t.type = 'table' AND c.name = 'storage_key'`,
      )
      .pluck()
      .get();
    expect(portal.storedFiles()).toHaveLength(naming as number);
    expect(keysOf()).toEqual(portal.storedFiles().sort());
    expect(portal.storedFiles().every((key) => isNamed(portal.db, key))).toBe(true);
    $client.exec("DROP TABLE submission_message_file");
    expect(keysOf()).toEqual(earlier);
    expect(
      portal
        .storedFiles()
        .filter((key) => isNamed(portal.db, key))
        .sort(),
    ).toEqual(earlier);
  });

  test("an invalid storage key reaches no file", async () => {
    const { services } = await openPortal();
    for (const key of ["../ledger.sqlite", "", "a".repeat(31), "A".repeat(32)]) {
      await expect(services.files.open(key)).rejects.toThrow("Not a storage key");
    }
    expect(await services.files.open("a".repeat(32))).toBeNull();
  });
});

describe("the first administrator", () => {
  const environment = { ADMIN_EMAIL: "Root@Example.test", ADMIN_PASSWORD: PASSWORD, ADMIN_NAME: "Ada Root" };

  test("is created from the settings if there is none, need not change the password, and is audited", async () => {
    const portal = await openPortal(environment);
    portal.db.update(user).set({ role: "GOV_ADMIN" }).where(eq(user.role, "GOV_SYSTEM_ADMIN")).run();
    expect(await ensureFirstAdmin(portal.services)).toBe("root@example.test");
    expect(await ensureFirstAdmin(portal.services)).toBeNull();
    const json = { email: "root@example.test", password: PASSWORD };
    const session = await portal.request(null, "POST", "/api/session", { json });
    expect(session.body).toMatchObject({
      data: { name: "Ada Root", role: "GOV_SYSTEM_ADMIN", mustChangePassword: false },
    });
    expect(portal.auditRows().map(({ event }) => event)).toEqual(["gov_user_created", "sign_in_success"]);
    expect(JSON.stringify(portal.auditRows())).not.toContain(PASSWORD);
  });

  test("is not created if there is one, or if the settings name none", async () => {
    const withOne = await openPortal(environment);
    expect(await ensureFirstAdmin(withOne.services)).toBeNull();
    const { db, services } = await openPortal();
    db.update(user).set({ role: "GOV_ADMIN" }).where(eq(user.role, "GOV_SYSTEM_ADMIN")).run();
    expect(await ensureFirstAdmin(services)).toBeNull();
  });

  test.each([
    ["ADMIN_PASSWORD", "a".repeat(20), "ADMIN_PASSWORD: Add an uppercase letter"],
    ["ADMIN_PASSWORD", "short", "ADMIN_PASSWORD: Enter at least 14 characters"],
    ["ADMIN_NAME", "Ada\u200bRoot", "ADMIN_NAME: "],
  ])("is refused with the %s %j", async (setting, value, fault) => {
    const { db, services } = await openPortal({ ...environment, [setting]: value });
    db.update(user).set({ role: "GOV_ADMIN" }).where(eq(user.role, "GOV_SYSTEM_ADMIN")).run();
    await expect(ensureFirstAdmin(services)).rejects.toThrow(fault);
  });
});
