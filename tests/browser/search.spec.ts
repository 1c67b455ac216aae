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
  const box = page.getByRole("search", { name: "All records" }).getByRole("searchbox");
  const form = page.getByRole("search", { name: "By words and types" });
  const field = form.getByRole("searchbox");
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
