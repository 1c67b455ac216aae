import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { announcement, notification, savedSearchMatch, user } from "#db/schema";
import { notifyOfMatches } from "~/domain/saved-search/notify.server";
import { LIMITS } from "~/values/limits";
import { insertAnnouncement, insertCall, insertSavedSearch } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

/* Searches that people save. Which records they find has tests in tests/unit/saved-search-matches. */

const PATH = "/api/saved-searches";
const HOUR = 3_600_000;

interface Saved {
  id: string;
  name: string;
  notify: string;
  url: string;
  filters: Record<string, string>;
}

const save = async (portal: Portal, as: PersonKey, json: object) =>
  dataOf<Saved>(await perform(portal, { as, method: "POST", path: PATH, json, status: 201 }));
const searchesOf = async (portal: Portal, as: PersonKey) =>
  dataOf<{ items: Saved[] }>(await perform(portal, { as, method: "GET", path: PATH, status: 200 })).items;
const change = (portal: Portal, id: string, json: object, status = 200) =>
  perform(portal, { as: "poc", method: "PATCH", path: `${PATH}/${id}`, json, status });

const noticesOf = (portal: Portal, person: PersonKey) =>
  portal.db
    .select()
    .from(notification)
    .where(eq(notification.userId, idOf(person)))
    .all();
async function notify(portal: Portal) {
  await portal.services.ledger.catchUp();
  await notifyOfMatches(portal.services);
}

describe("a saved search", () => {
  test("has a name, its filters and the address of its results, and is only its owner's", async () => {
    const portal = await openPortal();
    const filters = { types: "call,submission", tag: "radar", year: "2026" };
    const saved = await save(portal, "poc", { name: "Radar", q: "radar", ...filters });
    expect(saved).toMatchObject({ notify: "DIGEST", filters: { ...filters, types: "submission,call" } });
    expect(saved.url).toBe("/gov/search?q=radar&types=submission%2Ccall&tag=radar&year=2026");
    await save(portal, "poc", { name: "All", q: '"phased array" -radar', notify: "NONE" });
    const theirs = await save(portal, "acmeUser", { name: "Radar", q: "radar", notify: "IMMEDIATE" });
    expect(theirs).toMatchObject({ filters: {}, url: "/search?q=radar" });
    expect((await searchesOf(portal, "poc")).map(({ name }) => name)).toEqual(["All", "Radar"]);
    expect(await searchesOf(portal, "acmeUser")).toEqual([theirs]);
    await perform(portal, { as: "acmeUser", method: "DELETE", path: `${PATH}/${saved.id}`, status: 404 });
    await perform(portal, { as: "poc", method: "DELETE", path: `${PATH}/${saved.id}`, status: 200 });
    await perform(portal, { as: "poc", method: "DELETE", path: `${PATH}/${saved.id}`, status: 404 });
  });

  test("needs a name of its own, a query and known filters, and changes nothing if one is wrong", async () => {
    const portal = await openPortal();
    const { id } = await save(portal, "poc", { name: "Radar", q: "radar" });
    const refused = async (json: object, status: number, fields?: string[]) =>
      perform(portal, { as: "poc", method: "POST", path: PATH, json, status, ...(fields ? { fields } : {}) });
    await refused({ name: "RADAR", q: "other" }, 409, ["name"]);
    await refused({ name: "", q: "" }, 400, ["name", "q"]);
    await refused({ name: "x".repeat(LIMITS.savedSearchNameCharacters + 1), q: "radar" }, 400, ["name"]);
    await refused({ name: "Other", q: "radar", types: "secret", notify: "HOURLY", year: "26" }, 400);
    await save(portal, "poc", { name: "Second", q: "radar" });
    await change(portal, id, { name: "second" }, 409);
    await change(portal, id, { notify: "HOURLY" }, 400);
    expect((await searchesOf(portal, "poc")).map(({ name }) => name)).toEqual(["Radar", "Second"]);
  });

  test("is one of a bounded number", async () => {
    const portal = await openPortal();
    for (let number = 0; number < LIMITS.savedSearches; number += 1) insertSavedSearch(portal);
    const json = { name: "One more", q: "radar" };
    await perform(portal, { as: "poc", method: "POST", path: PATH, json, status: 400, fields: ["name"] });
    await save(portal, "lead", json);
  });

  test("is not exported, and saving, changing and deleting it is not audited", async () => {
    const portal = await openPortal();
    const { id } = await save(portal, "poc", { name: "Radar", q: "classified words" });
    await change(portal, id, { name: "Radars", notify: "NONE" });
    await perform(portal, { as: "poc", method: "DELETE", path: `${PATH}/${id}`, status: 200 });
  });
});

describe("how the owner hears of new records", () => {
  test("changes what waits: none, a day's collection, or immediately", async () => {
    const portal = await openPortal();
    const [one, other] = ["one", "other"].map((name) => insertSavedSearch(portal, { id: name, notify: "DIGEST" }));
    insertCall(portal, { title: "Radar", authorId: idOf("lead") });
    await notify(portal);
    expect(noticesOf(portal, "poc")).toEqual([]);
    await change(portal, one as string, { notify: "IMMEDIATE" });
    await change(portal, other as string, { notify: "NONE" });
    await notify(portal);
    expect(noticesOf(portal, "poc").map(({ title }) => title)).toEqual([expect.stringContaining("“one”")]);
    await change(portal, other as string, { notify: "IMMEDIATE" });
    portal.advance(24 * HOUR);
    await notify(portal);
    expect(noticesOf(portal, "poc")).toHaveLength(1);
  });

  test("names the search and the announcement it found, as long as that is public", async () => {
    const portal = await openPortal();
    insertSavedSearch(portal, { name: "Arrays", userId: idOf("acmeUser"), query: "hydrophone" });
    const id = insertAnnouncement(portal, { title: "Hydrophone day" });
    await notify(portal);
    const listed = async () =>
      dataOf<{ items: object[] }>(
        await perform(portal, { as: "acmeUser", method: "GET", path: "/api/notifications?kind=SYSTEM", status: 200 }),
      ).items;
    const title = expect.stringContaining("“Arrays”");
    expect(await listed()).toMatchObject([{ title, body: "Hydrophone day", linkUrl: `/announcements/${id}` }]);
    const set = (values: Partial<typeof announcement.$inferInsert>) =>
      portal.db.update(announcement).set(values).where(eq(announcement.id, id)).run();
    set({ title: "Hydrophone days" });
    expect(await listed()).toMatchObject([{ title, body: "Hydrophone days" }]);
    set({ published: false });
    const [withdrawn] = await listed();
    expect(withdrawn).toMatchObject({ title, linkUrl: null });
    expect(JSON.stringify(withdrawn)).not.toContain("Hydrophone");
  });

  test("is not at all while the account is deactivated", async () => {
    const portal = await openPortal();
    insertSavedSearch(portal, { notify: "IMMEDIATE" });
    insertSavedSearch(portal, { notify: "DIGEST" });
    insertCall(portal, { title: "Radar before", authorId: idOf("lead") });
    await notify(portal);
    expect(noticesOf(portal, "poc")).toHaveLength(1);
    portal.db
      .update(user)
      .set({ active: false })
      .where(eq(user.id, idOf("poc")))
      .run();
    insertCall(portal, { title: "Radar after", authorId: idOf("lead") });
    portal.advance(24 * HOUR);
    await notify(portal);
    expect(noticesOf(portal, "poc")).toHaveLength(1);
    const waiting = portal.db.select().from(savedSearchMatch).all();
    expect(waiting.filter(({ notifiedAt }) => notifiedAt === null)).toEqual([]);
  });
});
