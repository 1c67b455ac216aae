import { AGENCY_SETTINGS } from "~/demo/prepare";
import { violationsOn } from "./accessibility";
import { ADMIN, expect, signIn, test } from "./portal";

const { NAICS_CODES, PSC_CODES } = AGENCY_SETTINGS;
test.use({ settings: { NAICS_CODES, PSC_CODES } });

test("someone finds the codes of a call by name", async ({ page, context }, { project }) => {
  const scripted = project.use.javaScriptEnabled === true;
  await signIn(page, ADMIN);
  await page.goto("/gov/calls/new");
  await page.getByRole("textbox", { name: /^Title/ }).fill(`Found ${project.name}`);
  await page.getByRole("textbox", { name: /^Description/ }).fill("We look for instruments.");
  await page.getByText("Find a NAICS code by name").click();
  if (scripted) {
    const search = page.getByRole("searchbox", { name: /^NAICS: words/ });
    await search.fill("navig instr");
    // Enter must not send the form.
    await search.press("Enter");
    const code = page.getByRole("button", { name: /^334511 Search, Detection/ });
    await code.press("Enter");
    await expect(code).toHaveAttribute("aria-pressed", "true");
    await expect(page.getByLabel("NAICS code", { exact: true })).toHaveValue("334511");
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize({ width: 375, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.getByText("Find a PSC code by name").click();
    await page.getByRole("searchbox", { name: /^PSC: words/ }).fill("applied");
    await page.getByRole("button", { name: /^AC12 / }).click();
    // What was found before is no answer to a search that failed.
    await page.route("**/api/classification-codes?*", (route) => route.abort());
    await page.getByRole("searchbox", { name: /^PSC: words/ }).fill("battery");
    await expect(page.getByRole("button", { name: /^AC12 / })).toHaveCount(0);
  } else {
    const [list] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("link", { name: /^Search the NAICS codes of 2022/ }).click(),
    ]);
    await list.getByRole("searchbox", { name: /^Words of the name/ }).fill("navig instr");
    await list.getByRole("button", { name: "Find" }).click();
    await expect(list.getByRole("rowheader")).toHaveText(["334511"]);
    expect(await list.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await list.close();
    await page.getByLabel("NAICS code", { exact: true }).fill("334511");
    await page.getByLabel("Product or service code").fill("ac12");
  }
  await page.getByRole("button", { name: "Create call" }).click();
  const facts = page.getByRole("region", { name: "Solicitation" });
  await expect(facts).toContainText("334511 Search, Detection, Navigation");
  await expect(facts).toContainText("AC12 National Defense R&D Services");
});

test("@scripts the page with the codes is accessible, fits a phone and keeps the focus", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  await page.goto("/classification-codes");
  const search = page.getByRole("searchbox", { name: /^Words of the name/ });
  await search.fill("unmanned");
  await page.getByLabel("Codes").selectOption("PSC");
  await search.press("Enter");
  await expect(page.getByRole("rowheader")).toHaveText(["1550"]);
  await expect(search).toBeFocused();
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});
