import { describe, expect, test } from "vitest";
import { LIMITS } from "~/values/limits";
import type { PersonKey } from "../support/cast";
import { unescaped, withoutScripts } from "../support/markup";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

/* Views of the list of submissions that people save for themselves. */

const PATH = "/api/gov/saved-views";
const PAGE = "/gov/submissions";

interface View {
  id: string;
  name: string;
  query: string;
}

const save = async (portal: Portal, as: PersonKey, name: string, query: string) =>
  dataOf<View>(await perform(portal, { as, method: "POST", path: PATH, json: { name, query }, status: 201 }));
const viewsOf = async (portal: Portal, as: PersonKey) =>
  dataOf<{ items: View[] }>(await perform(portal, { as, method: "GET", path: PATH, status: 200 })).items;
const DUE = "view=due&sort=-answerBy";

describe("a saved view", () => {
  test("is only its owner's, by name, and the same name replaces it", async () => {
    const portal = await openPortal();
    const first = await save(portal, "poc", "Pitches", "type=PITCH_MATERIAL");
    await save(portal, "poc", "Due", DUE);
    await save(portal, "readonly", "Pitches", DUE);
    const again = await save(portal, "poc", "PITCHES", "type=WHITE_PAPER");
    expect(again).toEqual({ id: first.id, name: "PITCHES", query: "type=WHITE_PAPER" });
    expect((await viewsOf(portal, "poc")).map(({ name, query }) => [name, query])).toEqual([
      ["Due", DUE],
      ["PITCHES", "type=WHITE_PAPER"],
    ]);
    expect((await viewsOf(portal, "readonly")).map(({ name }) => name)).toEqual(["Pitches"]);
    const path = `${PATH}/${first.id}`;
    await perform(portal, { as: "readonly", method: "DELETE", path, status: 404 });
    await perform(portal, { as: "poc", method: "DELETE", path, status: 200 });
    await perform(portal, { as: "poc", method: "DELETE", path, status: 404 });
    expect(await viewsOf(portal, "poc")).toHaveLength(1);
  });

  test("keeps only what the list knows, without its page", async () => {
    const portal = await openPortal();
    const sent = "view=due&page=3&pageSize=50&updatedSince=x&several=&saveView=&unknown=1&q=rotor+%26&status=";
    expect((await save(portal, "poc", "Due", sent)).query).toBe("view=due&q=rotor+%26");
    expect((await save(portal, "poc", "All", "")).query).toBe("");
  });

  test("is at most one of a bounded number, which can still be replaced", async () => {
    const portal = await openPortal();
    for (let number = 0; number < LIMITS.savedViews; number += 1) await save(portal, "poc", `View ${number}`, DUE);
    const json = { name: "One more", query: DUE };
    await perform(portal, { as: "poc", method: "POST", path: PATH, json, status: 400, fields: ["name"] });
    await save(portal, "poc", "view 3", "");
    await save(portal, "lead", "One more", DUE);
    expect(await viewsOf(portal, "poc")).toHaveLength(LIMITS.savedViews);
  });

  const bad = ["view=theirs", "status=routed", "olderThan=8", "tag=a,b", "sort=size"];
  const sent = (json: object) => ({ as: "poc", method: "POST", path: PATH, json, status: 400 }) as const;
  // In a link, each of these characters becomes nine.
  const wide = `q=${"\u3000".repeat(LIMITS.savedViewQueryCharacters / 2)}a`;
  scenarios([
    ...bad.map((query) => ({ name: `refuses ${query}`, ...sent({ name: "x", query }), fields: ["query"] })),
    { name: "needs a name", ...sent({ name: " ", query: "" }), fields: ["name"] },
    { name: "has a bounded query", ...sent({ name: "x", query: "q".repeat(2001) }), fields: ["query"] },
    { name: "has one that fits into a link", ...sent({ name: "x", query: wide }), fields: ["query"] },
    { name: "is not for industry", ...sent({ name: "x", query: "" }), as: "acmeAdmin", status: 403 },
  ]);
});

test("the page saves what it shows, links to it, and deletes it", async () => {
  const portal = await openPortal();
  const html = async (address: string) => withoutScripts((await portal.request("poc", "GET", address)).text);
  const shown = await html(`${PAGE}?status=ROUTED&page=2&olderThan=8`);
  const form = shown.match(/<form[^>]*saveView[\s\S]*?<\/form>/)?.[0] ?? "";
  const query = unescaped(form.match(/name="query" value="([^"]*)"/)?.[1] ?? "");
  expect(query).toBe("view=all&status=ROUTED");
  const saved = await portal.request("poc", "POST", `${PAGE}?status=ROUTED&saveView=`, {
    form: { name: "Mine", query },
  });
  expect([saved.status, saved.headers.get("location")]).toEqual([302, `${PAGE}?status=ROUTED`]);
  expect(await html(PAGE)).toContain(`href="${PAGE}?view=all&amp;status=ROUTED">Mine</a>`);
  expect((await html(`${PAGE}?view=all&status=ROUTED`)).match(/aria-current="page"[^>]*>Mine</)).not.toBeNull();
  const [view] = await viewsOf(portal, "poc");
  await portal.request("poc", "POST", `${PAGE}?deleteView=`, { form: { id: view?.id ?? "" } });
  expect(await viewsOf(portal, "poc")).toEqual([]);
  const refused = await portal.request("poc", "POST", `${PAGE}?saveView=`, { form: { name: "", query } });
  expect([refused.status, withoutScripts(refused.text).includes('href="#name"')]).toEqual([400, true]);
});
