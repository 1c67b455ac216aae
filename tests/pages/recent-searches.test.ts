import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { closeDatabase, openDatabase } from "#db/open";
import { recentSearch, user } from "#db/schema";
import { LIMITS } from "~/values/limits";
import { BACKGROUND_HEADER } from "~/web/transport/background-request";
import { insertCall } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { unescaped } from "../support/markup";
import { dataOf, MINUTE, openPortal, type Portal, type RequestOptions } from "../support/portal";
import { contents, perform } from "../support/scenario";
import { insertSecondFactor } from "../support/second-factor";

/* What the search pages remember of each person's searches, and the API of the same. */

const API = "/api/search/recent";
const pageFor = (person: PersonKey | null) => (person === null || person === "acmeUser" ? "/search" : "/gov/search");

/** Searches on the page, a minute after the last search. */
async function search(
  portal: Portal,
  person: PersonKey | null,
  query: Record<string, string>,
  { method = "GET", ...options }: RequestOptions & { method?: string } = {},
) {
  if (person) portal.cookieOf(person);
  portal.advance(MINUTE);
  const answer = await portal.request(person, method, `${pageFor(person)}?${new URLSearchParams(query)}`, options);
  expect(answer.status, answer.text.slice(0, 500)).toBe(200);
  return answer;
}
const recentOf = async (portal: Portal, as: PersonKey) =>
  dataOf<{ items: { query: string; searchedAt: string }[] }>(
    await perform(portal, { as, method: "GET", path: API, status: 200 }),
  ).items;
const queriesOf = async (portal: Portal, as: PersonKey) => (await recentOf(portal, as)).map(({ query }) => query);
const isListed = (html: string, page: string, q: string) =>
  unescaped(html).includes(`href="${page}?${new URLSearchParams({ q })}#results"`);

describe("recent searches", () => {
  test("are the last ten different queries, the newest first, each with its time", async () => {
    const portal = await openPortal();
    const count = LIMITS.recentSearches + 2;
    for (let number = 1; number <= count; number += 1) await search(portal, "poc", { q: `radar ${number}` });
    const newest = portal.now().toISOString();
    const items = await recentOf(portal, "poc");
    expect(items).toHaveLength(LIMITS.recentSearches);
    expect(items[0]).toEqual({ query: `radar ${count}`, searchedAt: newest });
    expect(items.at(-1)?.query).toBe("radar 3");
    expect(portal.db.select().from(recentSearch).all()).toHaveLength(LIMITS.recentSearches);
  });

  test("have a repeated query once, at the front, as it was last typed", async () => {
    const portal = await openPortal();
    for (const q of ["radar", "quiet rotors", "  RADAR ", "balsa", "quiet  rotors"]) await search(portal, "poc", { q });
    expect(await queriesOf(portal, "poc")).toEqual(["quiet  rotors", "balsa", "RADAR"]);
  });

  test("do not change if someone filters, sorts or wants more of the same search", async () => {
    const portal = await openPortal();
    insertCall(portal, { title: "Radar", status: "OPEN" });
    await search(portal, "poc", { q: "rotors" });
    await search(portal, "poc", { q: "radar" });
    const before = contents(portal);
    const changes: Record<string, string>[] = [
      { types: "call" },
      { order: "date" },
      { types: "call", limit: "50" },
      { year: "2026" },
    ];
    for (const change of changes) await search(portal, "poc", { q: "radar", ...change });
    expect(contents(portal)).toEqual(before);
    expect(await queriesOf(portal, "poc")).toEqual(["radar", "rotors"]);
  });

  test("are only their owner's", async () => {
    const portal = await openPortal();
    await search(portal, "poc", { q: "secret rotors" });
    await search(portal, "acmeUser", { q: "balsa" });
    await search(portal, null, { q: "visitor" });
    expect(await queriesOf(portal, "poc")).toEqual(["secret rotors"]);
    expect(await queriesOf(portal, "acmeUser")).toEqual(["balsa"]);
    expect(await queriesOf(portal, "acmeAdmin")).toEqual([]);
    expect(portal.db.select().from(recentSearch).all()).toHaveLength(2);
    await perform(portal, { as: null, method: "GET", path: API, status: 401 });
    await perform(portal, { as: null, method: "DELETE", path: API, status: 401 });
    for (const path of ["/api/export/all", "/api/gov/admin/audit", "/gov/admin/audit", "/gov/search"]) {
      const { text } = await portal.request("systemAdmin", "GET", path);
      expect(text, path).not.toContain("secret rotors");
    }
    expect(portal.auditRows().map(({ event }) => event)).toEqual(["export_downloaded"]);
    expect(JSON.stringify(portal.log)).not.toMatch(/secret|rotors|balsa/);
  });

  test.each<[string, Record<string, string>, Parameters<typeof search>[3]]>([
    ["a HEAD request", { q: "radar" }, { method: "HEAD" }],
    ["a browser that prefetches", { q: "radar" }, { headers: { "sec-purpose": "prefetch;prerender" } }],
    ["an older browser that prefetches", { q: "radar" }, { headers: { purpose: "prefetch" } }],
    ["a page that refreshes itself", { q: "radar" }, { headers: { [BACKGROUND_HEADER]: "bell" } }],
    ["a link on another site", { q: "radar" }, { headers: { "sec-fetch-site": "cross-site" } }],
    ["an empty query", { q: "  " }, {}],
    ["a query that is too long", { q: "r".repeat(LIMITS.searchQueryCharacters + 1) }, {}],
  ])("do not have %s", async (_what, query, options) => {
    const portal = await openPortal();
    await search(portal, "poc", query, options);
    expect(await queriesOf(portal, "poc")).toEqual([]);
  });

  test("do not have what programs search for", async () => {
    const portal = await openPortal();
    for (const path of ["/api/search", "/api/search/ledger", "/api/search/suggestions"]) {
      expect((await portal.request("poc", "GET", `${path}?q=radar`)).status, path).toBe(200);
    }
    expect(await queriesOf(portal, "poc")).toEqual([]);
  });

  test("do not have a search that was refused", async () => {
    const portal = await openPortal({ SEARCH_BACKEND: "fulltext" });
    portal.cookieOf("poc");
    portal.db.update(user).set({ active: false }).run();
    expect((await portal.request("poc", "GET", "/gov/search?q=radar")).status).toBe(302);
    expect(portal.db.select().from(recentSearch).all()).toEqual([]);
  });

  test("do not have searches of someone who must do something else first", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false", REQUIRE_SECOND_FACTOR: "everyone" });
    await search(portal, "acmeUser", { q: "radar" });
    await search(portal, "acmeUser", {});
    expect(portal.db.select().from(recentSearch).all()).toEqual([]);
  });

  test("and saved searches are offered only to people who may keep them", async () => {
    const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false", REQUIRE_SECOND_FACTOR: "everyone" });
    const offered = async () => {
      const { text } = await search(portal, "acmeUser", { q: "radar" });
      return { saves: text.includes('href="/searches'), submissions: text.includes('value="submission"') };
    };
    expect(await offered()).toEqual({ saves: false, submissions: false });
    insertSecondFactor(portal, "acmeUser");
    expect(await offered()).toEqual({ saves: true, submissions: true });
  });

  test.each<[string, (portal: Portal) => () => void]>([
    [
      "is read-only",
      ({ db }) => {
        db.$client.exec("PRAGMA query_only = ON");
        return () => db.$client.exec("PRAGMA query_only = OFF");
      },
    ],
    [
      "is locked by another process",
      ({ db }) => {
        const other = openDatabase(db.$client.name);
        other.$client.exec("BEGIN IMMEDIATE");
        return () => {
          other.$client.exec("ROLLBACK");
          closeDatabase(other);
        };
      },
    ],
  ])("cannot fail a search while the database %s", async (_what, obstruct) => {
    const portal = await openPortal();
    insertCall(portal, { title: "Radar mast", status: "OPEN" });
    await search(portal, "poc", { q: "warm up" });
    const release = obstruct(portal);
    const { text } = await search(portal, "poc", { q: "radar" });
    release();
    expect(unescaped(text)).toContain("mast");
    expect(await queriesOf(portal, "poc")).toEqual(["warm up"]);
  });

  test("go with their owner's account", async () => {
    const portal = await openPortal();
    await search(portal, "acmeUser", { q: "balsa" });
    portal.db
      .delete(user)
      .where(eq(user.id, idOf("acmeUser")))
      .run();
    expect(portal.db.select().from(recentSearch).all()).toEqual([]);
  });
});

describe("a search page", () => {
  test.each<PersonKey>(["poc", "acmeUser"])("lists them without a query, and %s clears them there", async (person) => {
    const portal = await openPortal();
    const page = pageFor(person);
    await search(portal, "lead", { q: "of another" });
    expect((await search(portal, person, {})).text).not.toContain("?clearRecent");
    await search(portal, person, { q: 'quiet "ground robot"' });
    const results = await search(portal, person, { q: "<b>radar</b> & more" });
    expect(results.text).not.toContain("?clearRecent");
    const { text } = await search(portal, person, {});
    expect(text).not.toContain("<b>radar</b>");
    for (const q of ["<b>radar</b> & more", 'quiet "ground robot"']) expect(isListed(text, page, q), q).toBe(true);
    expect(isListed(text, page, "of another")).toBe(false);
    // A fault in another part of the address does not hide them.
    expect(isListed((await search(portal, person, { year: "26" })).text, page, "<b>radar</b> & more")).toBe(true);

    const cleared = await portal.request(person, "POST", `${page}?clearRecent`, { form: {} });
    expect([cleared.status, cleared.headers.get("location")]).toEqual([302, page]);
    expect(await queriesOf(portal, person)).toEqual([]);
    expect(portal.db.select().from(recentSearch).all()).toHaveLength(1);
    expect(portal.auditRows()).toEqual([]);
  });
});

test("DELETE clears the caller's own and says how many", async () => {
  const portal = await openPortal();
  await search(portal, "poc", { q: "radar" });
  await search(portal, "poc", { q: "rotors" });
  await search(portal, "acmeUser", { q: "balsa" });
  const cleared = await perform(portal, { as: "poc", method: "DELETE", path: API, status: 200 });
  expect(dataOf(cleared)).toEqual({ cleared: 2 });
  expect(dataOf(await perform(portal, { as: "poc", method: "DELETE", path: API, status: 200 }))).toEqual({
    cleared: 0,
  });
  expect(await queriesOf(portal, "acmeUser")).toEqual(["balsa"]);
});
