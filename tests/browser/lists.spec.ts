import { ADMIN, expect, type Portal, signIn, test } from "./portal";

/** Creates announcements that a filter can separate. */
async function announce(portal: Portal, run: string): Promise<void> {
  const admin = await portal.as(ADMIN);
  for (let number = 1; number <= 23; number += 1) {
    const title = `${number % 2 ? "Odd" : "Even"} news ${String(number).padStart(2, "0")} ${run}`;
    const response = await admin.post("/api/gov/announcements", { data: { title, body: "It takes place." } });
    expect(response.status(), await response.text()).toBe(201);
  }
}

test("a user filters, sorts, shares and reads a list to its end", async ({ page, portal, javaScriptEnabled }, {
  project,
}) => {
  const run = project.name.replaceAll(" ", "").toLowerCase();
  await announce(portal, run);
  await signIn(page, ADMIN);
  const form = page.getByRole("form", { name: "Filters" });
  const text = form.getByLabel("Title contains");
  const count = page.getByRole("status").filter({ hasText: /announcement/ });
  const rows = page.locator("tbody tr");
  const firstTitle = page.locator("tbody th a").first();

  await test.step("the page announces the number of matches, and the focus stays in the field", async () => {
    await page.goto("/gov/announcements");
    // Screen readers announce changes only in a region that already exists.
    await expect(count).toHaveText(/\d+ announcements, page 1 of \d/);
    await text.fill(`odd news`);
    await text.press("Enter");
    await expect(page).toHaveURL(/q=odd\+news/);
    // The address changes before the page does, and the new page has new fields.
    await expect(page).toHaveTitle(/odd news/);
    await text.fill(run);
    await text.press("Enter");
    await expect(count).toHaveText("23 announcements, page 1 of 2");
    if (javaScriptEnabled) await expect(text).toBeFocused();
    await expect(text).toHaveValue(run);
    await expect(page.getByText(`Title contains: ${run}`)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^Announcements, Title contains: ${run}, page 1 of 2 \\|`));
  });

  await test.step("a column header sorts the list, and a second click reverses the order", async () => {
    const header = page.getByRole("columnheader", { name: /^Title/ });
    await header.getByRole("link").click();
    await expect(header).toHaveAttribute("aria-sort", "ascending");
    if (javaScriptEnabled) await expect(header.getByRole("link")).toBeFocused();
    await expect(firstTitle).toHaveText(`Even news 02 ${run}`);
    await header.getByRole("link").click();
    await expect(header).toHaveAttribute("aria-sort", "descending");
    await expect(firstTitle).toHaveText(`Odd news 23 ${run}`);
    await expect(form.getByLabel("Sort by")).toHaveValue("-title");
  });

  await test.step("the next page shows the top of the list", async () => {
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(count).toHaveText("23 announcements, page 2 of 2");
    await expect(rows).toHaveCount(3);
    if (javaScriptEnabled) await expect(page.locator("#list")).toBeFocused();
    await page.getByRole("navigation", { name: "Rows per page" }).getByRole("link", { name: "50" }).click();
    await expect(rows).toHaveCount(23);
    await expect(count).toHaveText("23 announcements");
  });

  await test.step("someone else sees the same list at its address", async () => {
    const address = page.url();
    const titles = await page.locator("tbody th a").allTextContents();
    await page.goto("/gov");
    await page.goto(address);
    expect(await page.locator("tbody th a").allTextContents()).toEqual(titles);
    await expect(text).toHaveValue(run);
  });

  await test.step("on a phone, which has no headers, the form sorts the list", async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await expect(page.getByRole("columnheader", { name: /^Title/ })).toBeHidden();
    await expect(form).toBeHidden();
    await page.getByRole("button", { name: "Filter and sort" }).click();
    await form.getByLabel("Sort by").selectOption("title");
    await form.getByRole("button", { name: "Filter" }).click();
    await expect(form).toBeHidden();
    await expect(firstTitle).toHaveText(`Even news 02 ${run}`);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await test.step("clearing the filters keeps the order", async () => {
    await page.getByRole("link", { name: "Clear filters" }).click();
    await expect(page).not.toHaveURL(/q=/);
    await expect(page).toHaveURL(/sort=title/);
    await expect(text).toHaveValue("");
    if (javaScriptEnabled) await expect(page.locator("#list")).toBeFocused();
  });
});

test("a user downloads what a list shows as a table", async ({ page, portal }, { project }) => {
  const run = project.name.replaceAll(" ", "").toLowerCase();
  const visitor = await portal.as(null);
  const registered = await visitor.post("/api/portal/register", {
    data: {
      orgName: `Listed ${run}`,
      orgType: "COMPANY",
      contactName: "Sam Okafor",
      email: `sam.${run}@listed.example`,
      password: "Browser-Test-2026!",
    },
  });
  expect(registered.status(), await registered.text()).toBe(201);
  await signIn(page, ADMIN);
  await page.goto(`/gov/organizations?q=listed+${run}`);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download it as CSV" }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString().trimEnd().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`Listed ${run}`);
});
