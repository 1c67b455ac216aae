import { expect, test } from "vitest";
import { savedSearch } from "#db/schema";
import { insertCall, insertSavedSearch, setSetting } from "../support/arrange";
import { COMMANDS } from "../support/cast";
import { unescaped } from "../support/markup";
import { openPortal } from "../support/portal";

/* The pages of saved searches. Who may open them has tests in access.test.ts. */

test("results lead to saving the search with its filters, and visitors see neither", async () => {
  const portal = await openPortal();
  insertCall(portal, { title: "Quiet rotor", status: "OPEN" });
  for (const [person, page] of [
    ["poc", "/gov/search"],
    ["acmeUser", "/search"],
  ] as const) {
    const { text } = await portal.request(person, "GET", `${page}?q=quiet+rotor&types=call&order=date`);
    expect(unescaped(text)).toContain('href="/searches/new?q=quiet+rotor&types=call"');
  }
  expect((await portal.request(null, "GET", "/search?q=quiet+rotor")).text).not.toContain("/searches");

  const page = "/searches/new?q=quiet+rotor&types=call";
  const form = (await portal.request("acmeUser", "GET", page)).text;
  expect(form).toContain('name="q" value="quiet rotor"');
  expect(form).toContain('name="types" value="call"');
  const sent = { q: "quiet rotor", types: "call", name: "Rotors", notify: "IMMEDIATE" };
  const saved = await portal.request("acmeUser", "POST", page, { form: sent });
  expect([saved.status, saved.headers.get("location")]).toEqual([302, "/searches"]);
  const list = unescaped((await portal.request("acmeUser", "GET", "/searches")).text);
  expect(list).toContain('href="/search?q=quiet+rotor&types=call"');
  const again = await portal.request("acmeUser", "POST", page, { form: { ...sent, name: "ROTORS" } });
  expect(again.status).toBe(409);
  expect(again.text).toContain('value="ROTORS"');
});

test("its owner renames it, changes its notifications and deletes it", async () => {
  const portal = await openPortal();
  const path = `/searches/${insertSavedSearch(portal, { name: "Radar" })}`;
  const renamed = await portal.request("poc", "POST", path, { form: { name: "Radars", notify: "NONE" } });
  expect(renamed.headers.get("location")).toBe("/searches");
  expect(portal.db.select().from(savedSearch).all()).toMatchObject([{ name: "Radars", notify: "NONE" }]);
  expect((await portal.request("poc", "POST", path, { form: { name: "" } })).status).toBe(400);
  expect((await portal.request("lead", "POST", `${path}?delete`, { form: {} })).status).toBe(404);
  expect((await portal.request("poc", "POST", `${path}?delete`, { form: {} })).headers.get("location")).toBe(
    "/searches",
  );
  expect(portal.db.select().from(savedSearch).all()).toEqual([]);
});

test("the settings of notifications lead to one's saved searches", async () => {
  const portal = await openPortal();
  for (const person of ["poc", "acmeUser"] as const) {
    expect((await portal.request(person, "GET", "/notifications/settings")).text).toContain('href="/searches"');
  }
});

test("a search is described with the name of each filter, and its command by name", async () => {
  const portal = await openPortal();
  const filters = { types: "call,file", status: "OPEN", tag: "optics", command: COMMANDS.alpha, year: "2026" };
  const id = insertSavedSearch(portal, { query: "radar", filters: JSON.stringify(filters) });
  const address = new URLSearchParams({ q: "radar", ...filters });
  for (const path of ["/searches", `/searches/${id}`, `/searches/new?${address}`]) {
    const text = unescaped((await portal.request("poc", "GET", path)).text).replaceAll("<!-- -->", "");
    expect(text, path).toContain("in calls, files with status Open, tag optics, command ALPHA, year 2026");
  }
});

test("someone who turned off its notifications sees so, with a link to the settings", async () => {
  const portal = await openPortal();
  const id = insertSavedSearch(portal);
  const warnings = () =>
    Promise.all(
      ["/searches", `/searches/${id}`, "/searches/new?q=radar"].map(async (path) => {
        const { text } = await portal.request("poc", "GET", path);
        return /<div class="usa-alert usa-alert--warning[\s\S]*?href="\/notifications\/settings"/.test(text);
      }),
    );
  expect(await warnings()).toEqual([false, false, false]);
  setSetting(portal, "poc", "SYSTEM", { enabled: false });
  expect(await warnings()).toEqual([true, true, true]);
});

test("the pages lead back to the dashboard", async () => {
  const portal = await openPortal();
  for (const [person, home] of [
    ["poc", "/gov"],
    ["acmeUser", "/portal"],
  ] as const) {
    const { text } = await portal.request(person, "GET", "/searches");
    const [, breadcrumbs = ""] = text.match(/<nav class="usa-breadcrumb"[^>]*>([\s\S]*?)<\/nav>/) ?? [];
    expect(breadcrumbs).toContain(`href="${home}"`);
  }
});
