import type { Page } from "@playwright/test";
import { ADMIN, accountMenu, expect, signIn, test } from "./portal";

const PHONE = { width: 375, height: 800 };
const navigation = (page: Page) => page.getByRole("navigation", { name: "Primary navigation" });
const signOutButton = (page: Page) => page.getByRole("button", { name: "Sign out" });

test("the account menu opens and closes with its button, and links to the user's own pages", async ({ page }) => {
  await signIn(page, ADMIN);
  await expect(signOutButton(page)).toBeHidden();
  await accountMenu(page).click();
  await expect(signOutButton(page)).toBeVisible();
  await accountMenu(page).click();
  await expect(signOutButton(page)).toBeHidden();
  await accountMenu(page).click();
  await page.getByRole("link", { name: "Notification settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Notification settings" })).toBeVisible();
  await expect(signOutButton(page)).toBeHidden();
});

test("a phone has the navigation behind one button, and the page starts in the upper half", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await signIn(page, ADMIN);
  await page.goto("/gov/submissions");
  const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
  expect(heading?.y).toBeLessThan(PHONE.height / 3);
  await expect(navigation(page)).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await expect(navigation(page).getByRole("link", { name: "Submissions" })).toHaveAttribute("aria-current", "page");
  await page.getByRole("button", { name: "Close the menu" }).click();
  await expect(navigation(page)).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await navigation(page).getByRole("link", { name: "Organizations" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Organizations" })).toBeVisible();
  await expect(navigation(page)).toBeHidden();
});

test("a printed record names its owner and its source and has no buttons or links", async ({ page, portal }) => {
  const admin = await portal.as(ADMIN);
  const made = await admin.post("/api/gov/calls", { data: { title: "A call on paper", description: "Read it." } });
  const { id } = (await made.json()).data;
  await signIn(page, ADMIN);
  await page.goto(`/gov/calls/${id}`);
  const origin = page.getByText(`${portal.origin}/gov/calls/${id}`);
  await expect(origin).toBeHidden();
  await page.emulateMedia({ media: "print" });
  await expect(origin).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "A call on paper" })).toBeVisible();
  await expect(page.getByText("Read it.")).toBeVisible();
  for (const what of ["header", "footer", "button", "form", "summary", ".usa-breadcrumb"]) {
    await expect(page.locator(what).filter({ visible: true }), what).toHaveCount(0);
  }
});

test("@scripts the account menu closes on Escape, on a click elsewhere and when the focus leaves it", async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await accountMenu(page).click();
  await page.getByRole("link", { name: "Account", exact: true }).focus();
  await page.keyboard.press("Escape");
  await expect(signOutButton(page)).toBeHidden();
  await expect(accountMenu(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(signOutButton(page)).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(signOutButton(page)).toBeHidden();
  await accountMenu(page).click();
  await signOutButton(page).focus();
  await page.keyboard.press("Tab");
  await expect(signOutButton(page)).toBeHidden();
});

test("@scripts after a form, the focus stays where the form was, or moves to the heading if the form is gone", async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto("/gov/admin/tags");
  const placeOfFocus = () => page.evaluate(() => document.activeElement?.closest("section, h1")?.textContent ?? "");
  await page.getByLabel("Tag *").fill("focus");
  await page.getByRole("button", { name: "Add tag" }).click();
  await expect(page.getByRole("row", { name: /^focus/ })).toBeVisible();
  await expect.poll(placeOfFocus).toMatch(/^Add a tag/);
  const row = page.getByRole("row", { name: /^focus/ });
  await row.locator("summary").first().click();
  await row.getByText("Delete focus").click();
  await page.getByRole("button", { name: "Delete tag" }).click();
  await expect(page.getByRole("row", { name: /^focus/ })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Tags" })).toBeFocused();
});

test("@scripts a focused heading shows the focus after keyboard use, and not after a click", async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto("/gov/calls");
  const heading = (name: string) => page.getByRole("heading", { level: 1, name });
  const link = (name: string) => navigation(page).getByRole("link", { name });
  const NONE = /^(none|.* 0px)$/;
  const outline = (name: string) =>
    heading(name).evaluate((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle === "none" ? "none" : `${outlineStyle} ${outlineWidth}`;
    });

  await link("Submissions").click();
  await expect(heading("Submissions")).toBeFocused();
  expect(await outline("Submissions")).toMatch(NONE);
  await link("Organizations").focus();
  await page.keyboard.press("Enter");
  await expect(heading("Organizations")).toBeFocused();
  expect(await outline("Organizations")).not.toMatch(NONE);

  await link("Calls").click();
  await expect(heading("Calls")).toBeFocused();
  expect(await outline("Calls")).toMatch(NONE);
});

test("@scripts a page that cannot be loaded says so, and loads when the connection is back", async ({
  page,
  context,
}) => {
  // Load its script first. Without it, the browser shows its own error page.
  await page.goto("/announcements");
  await navigation(page).getByRole("link", { name: "Open calls" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Open calls for technology" })).toBeVisible();
  await context.setOffline(true);
  await navigation(page).getByRole("link", { name: "Announcements" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "This page did not load" })).toBeVisible();
  await expect(page).toHaveTitle(/^This page did not load \|/);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Reload this page" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Announcements" })).toBeVisible();
});
