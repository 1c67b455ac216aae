import { ADMIN, expect, type Portal, signIn, test } from "./portal";

/** Creates calls and an engagement with a word that is easy to misspell. */
async function makeRecords(portal: Portal, run: string): Promise<void> {
  const admin = await portal.as(ADMIN);
  const post = async (path: string, data: object) => {
    const response = await admin.post(path, { data });
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()).data;
  };
  for (let number = 1; number <= 12; number += 1) {
    const title = `Hydrophone array ${number} ${run}`;
    await post("/api/gov/calls", { title, description: "Listening <b>under</b> water." });
  }
  const { id: commandId } = await post("/api/gov/admin/commands", {
    name: `Acoustics ${run}`,
    abbreviation: `AC ${run}`,
    echelon: "Branch",
  });
  await post("/api/gov/engagements", {
    title: `Hydrophone trial ${run}`,
    type: "DEMO",
    status: "PLANNED",
    date: "2026-03-10",
    commandId,
    otherOrganization: "Harbor Guild",
  });
}

test("a government user searches with a typo and finds the record", async ({ page, portal, javaScriptEnabled }, {
  project,
}) => {
  const run = project.name.replaceAll(" ", "").toLowerCase();
  await makeRecords(portal, run);
  const box = page.getByRole("search", { name: "All records" }).getByRole(javaScriptEnabled ? "combobox" : "searchbox");
  const form = page.getByRole("search", { name: "By words and types" });
  const field = form.getByRole(javaScriptEnabled ? "combobox" : "searchbox");
  const group = (name: string | RegExp) => page.getByRole("heading", { level: 2, name });
  const results = page.getByRole("main").locator("li").getByRole("heading", { level: 3 });
  const said = (text: string) => expect(page.getByRole("status").getByText(text)).toBeVisible();

  await test.step("a misspelled word in the dashboard's search shows similar records", async () => {
    await signIn(page, ADMIN);
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await box.fill("hydrofone");
    await box.press("Enter");
    const heading = page.getByRole("heading", { level: 1, name: "Search results: hydrofone" });
    await expect(heading).toBeVisible();
    if (javaScriptEnabled) await expect(heading).toBeFocused();
    await said("No results for");
    await expect(page.getByRole("link", { name: "hydrophone", exact: true })).toBeVisible();
    await expect(field).toHaveValue("hydrofone");
    await expect(box).toHaveCount(0);
    await expect(group("Engagements")).toBeVisible();
    await expect(group("Calls")).toBeVisible();
    await expect(page.locator("mark", { hasText: "Hydrophone" }).first()).toBeVisible();
  });

  await test.step("the correct word, limited to calls, finds exact matches", async () => {
    await form.getByText("Calls").click();
    await field.fill(`hydrophone ${run}`);
    await field.press("Enter");
    await said("12 results");
    await expect(group("Calls (12)")).toBeVisible();
    await expect(group(/Engagements/)).toHaveCount(0);
    await expect(form.getByLabel("Calls")).toBeChecked();
    // The next search starts on this page.
    if (javaScriptEnabled) await expect(field).toBeFocused();
    await expect(page.getByText("Listening <b>under</b> water.").first()).toBeVisible();
    await expect(results).toHaveCount(10);
    await page.getByRole("link", { name: "Show more calls" }).click();
    await expect(results).toHaveCount(12);
    if (javaScriptEnabled) await expect(page.locator("#results")).toBeFocused();
    await expect(form.getByLabel("Calls")).toBeChecked();
  });

  await test.step("a query with operators and no results links to a search for its words", async () => {
    await field.fill(`"${run} hydrophone"`);
    await form.getByRole("button", { name: "Search" }).click();
    await expect(page.getByText("No results", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: /^Search for only the words/ }).click();
    await said("12 results");
    await expect(field).toHaveValue(/^[^"]*hydrophone$/);
  });

  await test.step("the help links to examples", async () => {
    await page.getByText("How to search").click();
    await page.getByRole("link", { name: "aircraft OR vehicle" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Search results: aircraft OR vehicle" })).toBeVisible();
    await expect(field).toHaveValue("aircraft OR vehicle");
    await expect(form.getByLabel("Calls")).not.toBeChecked();
  });

  await test.step("a result links to its record", async () => {
    await page.goto("/gov");
    await box.fill(`trial ${run}`);
    await page.getByRole("search", { name: "All records" }).getByRole("button", { name: "Search" }).click();
    await expect(field).toHaveValue(`trial ${run}`);
    await page.getByRole("link", { name: `Hydrophone trial ${run}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Hydrophone trial ${run}` })).toBeVisible();
    await expect(box).toHaveValue("");
  });

  await test.step("going back shows the results again", async () => {
    await page.goBack();
    await expect(field).toHaveValue(`trial ${run}`);
    await expect(page.getByRole("link", { name: `Hydrophone trial ${run}` })).toBeVisible();
  });
});

test("@scripts the search suggests what someone may be typing, by the keyboard", async ({ page, portal }, {
  project,
}) => {
  const run = project.name.replaceAll(" ", "").toLowerCase();
  const admin = await portal.as(ADMIN);
  for (const title of [`Kittiwake one ${run}`, `Kittiwake two ${run}`]) {
    const response = await admin.post("/api/gov/calls", { data: { title, description: "Birds." } });
    expect(response.status(), await response.text()).toBe(201);
  }
  await signIn(page, ADMIN);
  const box = page.getByRole("search", { name: "All records" }).getByRole("combobox");
  const list = page.getByRole("listbox", { name: "Suggestions" });
  const option = (name: string) => list.getByRole("option", { name });
  await expect(box).toHaveAttribute("aria-expanded", "false");
  await box.pressSequentially("kittiw");
  await expect(list.getByRole("option")).toHaveText([`Kittiwake two ${run} Call`, `Kittiwake one ${run} Call`]);
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await expect(box).not.toHaveAttribute("aria-activedescendant");
  await box.press("ArrowDown");
  await expect(option("two")).toHaveAttribute("aria-selected", "true");
  await expect(box).toHaveAttribute("aria-activedescendant", `${await option("two").getAttribute("id")}`);
  await box.press("ArrowUp");
  await expect(box).not.toHaveAttribute("aria-activedescendant");
  await box.press("ArrowUp");
  await expect(option("one")).toHaveAttribute("aria-selected", "true");
  await box.press("Escape");
  await expect(list).toBeHidden();
  await expect(box).toHaveValue("kittiw");
  await expect(box).toBeFocused();
  await box.pressSequentially("ake");
  await expect(list).toBeVisible();
  await box.press("ArrowDown");
  await box.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Kittiwake two ${run}` })).toBeVisible();
  await expect(list).toBeHidden();

  // Without a chosen suggestion, Enter searches as always.
  await box.pressSequentially("kittiwake");
  await expect(list).toBeVisible();
  await box.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Search results: kittiwake" })).toBeVisible();
  await expect(list).toBeHidden();
});

test("@scripts an empty search field suggests recent searches, which lead to their results", async ({ page }) => {
  await signIn(page, ADMIN);
  const box = page.getByRole("search", { name: "All records" }).getByRole("combobox");
  const list = page.getByRole("listbox", { name: "Your recent searches" });
  for (const query of ["avocet", "bittern"]) {
    await page.goto(`/gov/search?q=${query}`);
    await expect(page.getByRole("heading", { level: 1, name: `Search results: ${query}` })).toBeVisible();
  }
  await page.goto("/gov/calls");
  await box.focus();
  await expect(list.getByRole("option").nth(0)).toHaveText("bittern");
  await expect(page.getByText("Your recent searches")).toBeVisible();
  await expect(list.getByRole("option").nth(1)).toHaveText("avocet");
  await expect(box).toHaveAttribute("aria-expanded", "true");
  await box.press("Escape");
  await expect(list).toBeHidden();
  await box.press("ArrowDown");
  await expect(list).toBeVisible();
  await box.press("x");
  await expect(list).toBeHidden();
  await box.press("Backspace");
  await expect(list).toBeVisible();
  await list.getByRole("option", { name: "avocet" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Search results: avocet" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Search terms" })).toHaveValue("avocet");

  // Clearing the list leaves nothing to suggest.
  await page.goto("/gov/search");
  await page.getByRole("button", { name: "Clear your recent searches" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Recent searches cleared" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Your recent searches" })).toBeHidden();
  const asked = page.waitForResponse("**/api/search/recent");
  await page.getByRole("combobox", { name: "Search terms" }).focus();
  expect((await (await asked).json()).data).toEqual({ items: [] });
  await expect(list).toBeHidden();
});

test("@scripts suggestions load when a search field is first used, and keep what someone types meanwhile", async ({
  page,
  portal,
}, { project }) => {
  const title = `Turnstone ${project.name.replaceAll(" ", "").toLowerCase()}`;
  const admin = await portal.as(ADMIN);
  expect((await admin.post("/api/gov/calls", { data: { title, description: "Birds." } })).status()).toBe(201);
  await signIn(page, ADMIN);
  const scripts: string[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.js", async (route) => {
    scripts.push(route.request().url());
    if (/suggestion-list/.test(route.request().url())) await released;
    await route.continue();
  });
  await page.goto("/gov/calls", { waitUntil: "networkidle" });
  const box = page.getByRole("search", { name: "All records" }).getByRole("combobox");
  const held = () => scripts.filter((url) => /suggestion-list/.test(url));
  expect(held()).toEqual([]);
  await box.pressSequentially("turnst");
  await expect.poll(() => held().length).toBe(1);
  await expect(page.getByRole("listbox")).toBeHidden();
  release();
  await expect(page.getByRole("listbox", { name: "Suggestions" }).getByRole("option")).toHaveText([`${title} Call`]);
  await expect(box).toHaveValue("turnst");
});
