import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { ENTRY_TYPES } from "#db/enumerations";
import { call, notification, savedSearchMatch, searchArrival, user } from "#db/schema";
import { FACTS } from "~/domain/saved-search/facts.server";
import { findNewMatches } from "~/domain/saved-search/find-matches.server";
import { forgetOldMatches } from "~/domain/saved-search/forget.server";
import { notifyOfMatches } from "~/domain/saved-search/notify.server";
import { ENTRY_SOURCES } from "~/search/ledger/sources.server";
import { LIMITS } from "~/values/limits";
import {
  insertCall,
  insertMessage,
  insertPresetTag,
  insertReviewNote,
  insertSavedSearch,
  insertSubmission,
} from "../support/arrange";
import { idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

const HOUR = 3_600_000;
const GOVERNMENT = { types: ENTRY_TYPES, isGovernment: true, organizationId: null } as const;

async function notify(portal: Portal) {
  await portal.services.ledger.catchUp();
  return notifyOfMatches(portal.services);
}
const noticesOf = (portal: Portal, person: PersonKey) =>
  portal.db
    .select({ title: notification.title, body: notification.body, linkUrl: notification.linkUrl })
    .from(notification)
    .where(eq(notification.userId, idOf(person)))
    .all();

test("every source of entries says when a record appeared and whose it is", () => {
  expect(Object.keys(FACTS).sort()).toEqual(Object.keys(ENTRY_SOURCES).sort());
});

test("a new record notifies once, records from before do not, and neither do one's own", async () => {
  const portal = await openPortal();
  insertSubmission(portal, { title: "Zeppelin before" });
  portal.advance(HOUR);
  insertSavedSearch(portal, { query: "zeppelin" });
  portal.advance(HOUR);
  const id = insertSubmission(portal, { title: "Zeppelins after" });
  insertCall(portal, { title: "Zeppelin of mine", authorId: idOf("poc") });
  await notify(portal);
  expect(noticesOf(portal, "poc")).toMatchObject([{ linkUrl: `/gov/submissions/${id}` }]);
  portal.advance(HOUR);
  insertReviewNote(portal, id, { body: "Nothing new" });
  portal.db.update(call).set({ description: "Other words" }).run();
  await notify(portal);
  expect(noticesOf(portal, "poc")).toHaveLength(1);
  expect(portal.db.select().from(searchArrival).all()).toEqual([]);
});

test("a company hears of nothing beyond its reach: drafts, others' submissions, internal text", async () => {
  const portal = await openPortal();
  insertSavedSearch(portal, { query: "zeppelin", userId: idOf("acmeAdmin") });
  insertSavedSearch(portal, { query: "secretive", userId: idOf("acmeAdmin") });
  portal.advance(HOUR);
  const draft = insertCall(portal, { title: "Zeppelin draft", status: "DRAFT" });
  insertSubmission(portal, { title: "Zeppelin fins", organizationId: ORGANIZATIONS.borealis });
  const own = insertSubmission(portal, { title: "Rotor", governmentTags: "secretive", submittedBy: idOf("acmeUser") });
  insertReviewNote(portal, own, { body: "Zeppelin doubts" });
  await notify(portal);
  expect(noticesOf(portal, "acmeAdmin")).toEqual([]);

  insertMessage(portal, own, { body: "Zeppelin question" });
  await notify(portal);
  expect(noticesOf(portal, "acmeAdmin")).toMatchObject([{ linkUrl: `/portal/submissions/${own}` }]);

  portal.advance(HOUR);
  const updatedAt = portal.now().toISOString();
  portal.db.update(call).set({ status: "OPEN", updatedAt }).where(eq(call.id, draft)).run();
  await notify(portal);
  expect(noticesOf(portal, "acmeAdmin").map(({ linkUrl }) => linkUrl)).toContain(`/calls/${draft}`);
});

test("a call notifies outsiders when it is released", async () => {
  const portal = await openPortal();
  insertSavedSearch(portal, { query: "zeppelin", userId: idOf("acmeAdmin") });
  const releasesAt = new Date(portal.now().getTime() + HOUR).toISOString();
  const id = insertCall(portal, { title: "Zeppelin later", status: "PENDING", releasesAt });
  await notify(portal);
  expect(noticesOf(portal, "acmeAdmin")).toEqual([]);
  portal.advance(HOUR);
  await notify(portal);
  expect(noticesOf(portal, "acmeAdmin")).toMatchObject([{ linkUrl: `/calls/${id}` }]);
});

test("a digest collects the day's records in one notification, and NONE notifies of nothing", async () => {
  const portal = await openPortal();
  insertSavedSearch(portal, { query: "zeppelin", notify: "DIGEST" });
  insertSavedSearch(portal, { query: "zeppelin", notify: "NONE" });
  insertCall(portal, { title: "Zeppelin one", authorId: idOf("lead") });
  insertCall(portal, { title: "Zeppelin two", authorId: idOf("lead") });
  await notify(portal);
  expect(noticesOf(portal, "poc")).toEqual([]);
  portal.advance(24 * HOUR);
  await notify(portal);
  const [only, ...others] = noticesOf(portal, "poc");
  expect([only?.linkUrl, others]).toEqual(["/gov/search?q=zeppelin", []]);
  expect(only?.body).toContain("Zeppelin one");
  expect(only?.body).toContain("Zeppelin two");
});

const WORDS =
  "sensor sensors sensing radar radars quiet rotor Zürich straße naïve DARS-0047 rfi0047 541715 the of sea-borne 8HAL2 Ωmega".split(
    " ",
  );
/** Deterministic: a linear congruential generator. */
function choices(seed: number) {
  let state = seed;
  return (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * count);
  };
}

test("comparing new records with candidates finds what running each search finds", async () => {
  const portal = await openPortal();
  const next = choices(7);
  const word = () => WORDS[next(WORDS.length)] ?? "";
  const shapes = [
    () => word(),
    () => `${word()} ${word()}`,
    () => word().slice(0, 3),
    () => `"${word()} ${word()}"`,
    () => `${word().slice(0, 3)}*`,
    () => `${word()} -${word()}`,
    () => `${word()} OR ${word()}`,
    () => `-${word()}`,
    () => `${word()} ${word()} ${word().slice(0, 2)}`,
    () => "2026",
    () => `december ${word()}`,
  ];
  const searches = Array.from({ length: 300 }, () => (shapes[next(shapes.length)] as () => string)());
  const idOfSearch = searches.map((query) => insertSavedSearch(portal, { query }));
  for (let number = 0; number < 60; number += 1) {
    const text = () => Array.from({ length: 1 + next(4) }, word).join(" ");
    insertCall(portal, { title: text(), description: text(), authorId: idOf("lead"), solicitationNumber: word() });
  }
  await portal.services.ledger.catchUp();
  await findNewMatches(portal.services);
  const found = portal.db.select().from(savedSearchMatch).all();
  const now = portal.now();
  let compared = 0;
  for (const [place, text] of searches.entries()) {
    const readable = <Entries>(entries: Entries) => entries;
    const request = { text, reader: GOVERNMENT, filters: { types: ["call" as const] }, readable, hidden: () => [] };
    const { match, entries } = await portal.services.ledger.find(request, now);
    const expected = match === "ALL" ? entries.map(({ sourceId }) => sourceId).sort() : [];
    const actual = found.filter((each) => each.savedSearchId === idOfSearch[place] && each.source === "call");
    expect(actual.map(({ sourceId }) => sourceId).sort(), text).toEqual(expected);
    compared += expected.length;
  }
  expect(compared).toBeGreaterThan(500);
});

test("a search for a tag's name matches the name's words apart, also in forms that were new later", async () => {
  const portal = await openPortal();
  insertPresetTag(portal, "counter-uas", "unmanned aircraft,drones");
  insertSavedSearch(portal, { query: "unmanned aircraft" });
  await portal.services.ledger.catchUp();
  await findNewMatches(portal.services);
  const id = insertCall(portal, { title: "Aircrafts", description: "For unmanning.", authorId: idOf("lead") });
  await portal.services.ledger.catchUp();
  await findNewMatches(portal.services);
  const found = portal.db.select({ sourceId: savedSearchMatch.sourceId }).from(savedSearchMatch).all();
  expect(found).toContainEqual({ sourceId: id });
});

test("a record that changes before the day's notification is left out, unless a search still finds it", async () => {
  const portal = await openPortal();
  insertSavedSearch(portal, { query: "zeppelin", notify: "DIGEST" });
  const [changed, kept] = ["Zeppelin one", "Zeppelin two"].map((title) =>
    insertCall(portal, { title, authorId: idOf("lead") }),
  );
  await notify(portal);
  for (const [id, title] of [
    [changed, "Rotor"],
    [kept, "The second zeppelin"],
  ] as const) {
    portal.db
      .update(call)
      .set({ title })
      .where(eq(call.id, id ?? ""))
      .run();
  }
  await notify(portal);
  portal.advance(24 * HOUR);
  await notify(portal);
  expect(noticesOf(portal, "poc")).toMatchObject([{ linkUrl: `/gov/calls/${kept}` }]);
});

test("a match is kept as long as its record counts as new, so that nobody is notified twice", async () => {
  const portal = await openPortal();
  insertSavedSearch(portal, { query: "zeppelin" });
  const id = insertCall(portal, { title: "Zeppelin", authorId: idOf("lead") });
  await notify(portal);
  const days = LIMITS.savedSearchNewDays * 24;
  const writeAgain = async (title: string) => {
    portal.db.update(call).set({ title }).where(eq(call.id, id)).run();
    forgetOldMatches(portal.db, portal.now());
    await notify(portal);
    return portal.db.select().from(savedSearchMatch).all().length;
  };
  portal.advance(days * HOUR);
  expect(await writeAgain("Zeppelin again")).toBe(1);
  portal.advance(HOUR);
  expect(await writeAgain("Zeppelin once more")).toBe(0);
  expect(noticesOf(portal, "poc")).toHaveLength(1);
});

test("a new record is compared only with searches of its rarest words, and equal searches share the work", async () => {
  const portal = await openPortal();
  for (let number = 0; number < 400; number += 1) {
    // "rotor" is in the records, so the other word is the key.
    const letters = [...String(number)].map((digit) => "abcdefghij"[Number(digit)]).join("");
    insertSavedSearch(portal, { query: `rotor ${letters}longer` });
    insertSavedSearch(portal, { query: "zeppelin gyroscope" });
    insertSavedSearch(portal, { query: 'zeppelin "a gondola"' });
  }
  insertCall(portal, { title: "Rotor", authorId: idOf("lead") });
  await portal.services.ledger.catchUp();
  expect(await findNewMatches(portal.services)).toMatchObject({ candidates: 0, evaluated: 0, matches: 0 });
  insertCall(portal, { title: "Zeppelin with a gondola", description: "rotor balonger", authorId: idOf("lead") });
  await portal.services.ledger.catchUp();
  const work = await findNewMatches(portal.services);
  expect(work).toMatchObject({ entries: 1, matches: 401 });
  // The reach, and the phrase. Words on their own need no expression.
  expect(work).toMatchObject({ candidates: 401, evaluated: 2 });
});

test("someone who moves to another organization before the day's notification learns nothing of the earlier one", async () => {
  const portal = await openPortal();
  insertSavedSearch(portal, { query: "zeppelin", notify: "DIGEST", userId: idOf("acmeAdmin") });
  insertSubmission(portal, { title: "Zeppelin fins", submittedBy: idOf("acmeUser") });
  await notify(portal);
  expect(portal.db.select().from(savedSearchMatch).all()).toHaveLength(1);
  portal.db
    .update(user)
    .set({ organizationId: ORGANIZATIONS.borealis })
    .where(eq(user.id, idOf("acmeAdmin")))
    .run();
  portal.advance(24 * HOUR);
  await notify(portal);
  expect(noticesOf(portal, "acmeAdmin")).toEqual([]);
  expect(portal.db.select().from(savedSearchMatch).all()).toEqual([]);
});

test("a search that is renamed, silenced or deleted while records are compared has one notification or none", async () => {
  const portal = await openPortal();
  for (const name of ["renamed", "silenced", "deleted"]) {
    insertSavedSearch(portal, { id: name, name, nameKey: name, query: '"zeppelin fins"' });
  }
  insertCall(portal, { title: "Zeppelin fins", authorId: idOf("lead") });
  await portal.services.ledger.catchUp();
  await findNewMatches(portal.services);
  const send = (method: "PATCH" | "DELETE", id: string, json?: object) =>
    perform(portal, { as: "poc", method, path: `/api/saved-searches/${id}`, status: 200, ...(json && { json }) });
  await send("PATCH", "renamed", { name: "Fins" });
  await send("PATCH", "silenced", { notify: "NONE" });
  await send("DELETE", "deleted");
  await notify(portal);
  expect(noticesOf(portal, "poc").map(({ title }) => title)).toEqual([expect.stringContaining("“Fins”")]);
});

test("a record that cannot be compared holds up no other, and is reported", async () => {
  const portal = await openPortal();
  insertSavedSearch(portal, { query: "zeppelin" });
  portal.advance(HOUR);
  const unreadable = insertCall(portal, { title: "Zeppelin", closesAt: "2027-06-11T02:00:00.000Z" });
  await portal.services.ledger.catchUp();
  portal.db.update(call).set({ closesAt: "T" }).where(eq(call.id, unreadable)).run();
  const readable = insertSubmission(portal, { title: "Zeppelin too" });
  await notify(portal);
  expect(noticesOf(portal, "poc")).toMatchObject([{ linkUrl: `/gov/submissions/${readable}` }]);
  expect(portal.log).toContainEqual(
    expect.objectContaining({ record: `call ${unreadable}`, msg: "not compared with saved searches" }),
  );
});

test("a server that stops during a comparison reports no record", async () => {
  const portal = await openPortal();
  insertSavedSearch(portal, { query: "zeppelin" });
  portal.advance(HOUR);
  insertCall(portal, { title: "Zeppelin" });
  await portal.services.ledger.catchUp();
  vi.spyOn(portal.services.ledger.standing, "open").mockImplementation(() => {
    portal.db.$client.close();
    throw new TypeError("The database connection is not open");
  });
  await expect(notifyOfMatches(portal.services)).rejects.toThrow(TypeError);
  expect(portal.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
