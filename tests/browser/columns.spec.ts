import { test } from "./cast-test";
import { expect } from "./portal";

// Making records of every kind needs unlocked credentials.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false" } });

test("a person chooses the columns of a list, shares its address, and finds them again", async ({
  page,
  cast,
  javaScriptEnabled,
}) => {
  await cast.records();
  const menu = page.locator("summary", { hasText: "Columns" });
  const headers = page.getByRole("columnheader");
  const show = page.getByRole("button", { name: "Show these" });
  const usual = [/^Name/, /^Status/, /^Tags/, /^Registered/];

  await test.step("the menu shows the usual columns", async () => {
    await cast.actAs(page, "lead");
    await page.goto("/gov/organizations?q=acme");
    await expect(headers).toHaveText(usual);
    await expect(show).toBeHidden();
    await menu.click();
    await expect(page.getByRole("checkbox", { name: "Registered" })).toBeChecked();
    await expect(page.getByRole("checkbox", { name: "UEI" })).not.toBeChecked();
    await page.getByText("Besides the name, show").click();
    await expect(show).toBeVisible();
  });

  await test.step("one press shows others, and they are in the address beside the filter", async () => {
    // The label covers its box.
    await page.getByText("UEI", { exact: true }).click();
    await page.getByText("Submissions", { exact: true }).last().click();
    await page.getByRole("group", { name: "Besides the name, show" }).getByText("Tags").click();
    await show.click();
    await expect(headers).toHaveText([/^Name/, /^Status/, "UEI", "Submissions", /^Registered/]);
    await expect(page).toHaveURL(/q=acme.*columns=status%2Cuei%2Csubmissions%2CcreatedAt$/);
    await expect(show).toBeHidden();
    if (javaScriptEnabled) await expect(menu).toBeFocused();
  });

  const shared = page.url();
  await test.step("they stay when the list is filtered and sorted, and on the next visit", async () => {
    await page.getByRole("textbox", { name: "Name, UEI or CAGE code" }).fill("industries");
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await expect(page).toHaveURL(/q=industries/);
    await expect(headers).toHaveCount(5);
    await headers.first().getByRole("link").click();
    await expect(headers.first()).toHaveAttribute("aria-sort", "descending");
    await expect(headers).toHaveCount(5);
    await page.goto("/gov/organizations");
    await expect(headers).toHaveCount(5);
  });

  await test.step("a colleague has their own columns, and sees these at the shared address", async () => {
    await cast.actAs(page, "poc");
    await page.goto("/gov/organizations");
    await expect(headers).toHaveText(usual);
    await page.goto(shared);
    await expect(headers).toHaveCount(5);
    await page.goto("/gov/organizations");
    await expect(headers).toHaveText(usual);
  });

  await test.step("a reset shows the usual ones again", async () => {
    await cast.actAs(page, "lead");
    await page.goto("/gov/organizations");
    await menu.click();
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(headers).toHaveText(usual);
    await page.goto("/gov/organizations");
    await expect(headers).toHaveText(usual);
  });
});
