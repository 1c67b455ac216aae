import type { Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { ADMIN, expect, signIn, test } from "./portal";

// Sessions end after 30 minutes without use, as by default, and after one hour in any case.
test.use({ settings: { SESSION_IDLE_MINUTES: "30", SESSION_ABSOLUTE_HOURS: "1" } });

const dialog = (page: Page, name: string) => page.getByRole("alertdialog", { name });

/** Starts an announcement, with a clock that the test controls. */
async function beginTyping(page: Page) {
  await page.clock.install();
  await signIn(page, ADMIN);
  await page.goto("/gov/announcements/new");
  await page.getByLabel("Title").fill("Typed slowly");
  return page.getByLabel("Title");
}

test("@scripts a page asks early enough whether the user is still there, and always announces the end", async ({
  page,
}) => {
  const title = await beginTyping(page);
  const question = dialog(page, "Are you still there?");

  await test.step("it does not ask while enough time is left", async () => {
    await page.clock.fastForward("26:00");
    await expect(question).toBeHidden();
  });
  await test.step("it asks two minutes before the end, and Escape extends the session", async () => {
    await page.clock.fastForward("01:30");
    await expect(question).toHaveAccessibleDescription(/^We will sign you out in (1 minute|2 minutes) /);
    await expect(page.getByRole("button", { name: "Stay signed in" })).toBeFocused();
    expect(await violationsOn(page)).toEqual([]);
    const used = page.waitForResponse("**/api/session");
    await page.keyboard.press("Escape");
    expect((await used).status()).toBe(200);
    await expect(question).toBeHidden();
    await expect(title).toHaveValue("Typed slowly");
    await expect(title).toBeFocused();
  });
  await test.step("it asks again after the same time, and Enter extends the session", async () => {
    await page.clock.fastForward("27:30");
    await expect(question).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(question).toBeHidden();
  });
  await test.step("it announces the maximum duration once", async () => {
    await page.clock.fastForward("03:30");
    const notice = dialog(page, "Your session ends soon");
    await expect(notice).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(notice).toBeHidden();
    await page.getByRole("link", { name: "Announcements", exact: true }).first().click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Announcements" })).toBeVisible();
    await page.clock.fastForward("00:10");
    await expect(notice).toBeHidden();
  });
});

test("@scripts a page whose session ended is covered, and shows the typed text when the user is back", async ({
  page,
  context,
}) => {
  const title = await beginTyping(page);
  const ended = dialog(page, "You were signed out");
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.clock.fastForward("31:00");
  await expect(ended).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(ended).toBeVisible();

  // The user signs in again in another tab.
  await context.addCookies(cookies);
  const other = await context.newPage();
  await other.goto("/account");
  await expect(ended).toBeHidden();
  await expect(title).toHaveValue("Typed slowly");
  await page.getByLabel("Text").fill("And sent.");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Typed slowly" })).toBeVisible();
});

test("@scripts a page asks again about a session that the server still has, and its form can be sent", async ({
  page,
}) => {
  await beginTyping(page);
  await page.getByLabel("Text").fill("Sent in time.");
  const question = dialog(page, "Are you still there?");
  await page.clock.fastForward("31:00");
  await expect(question).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Typed slowly" })).toBeVisible();
});

test("@scripts a tab whose browser signed someone else in shows that user's pages", async ({
  page,
  context,
  portal,
}) => {
  const title = await beginTyping(page);
  const email = "other@session.example";
  const data = {
    orgName: email,
    orgType: "COMPANY",
    contactName: "Olga Other",
    email,
    password: "Correct-Horse-9-Staple",
  };
  expect((await (await portal.as(null)).post("/api/portal/register", { data })).status()).toBe(201);
  const other = await context.newPage();
  await context.clearCookies();
  await other.goto("/login");
  await other.getByLabel("Email address").fill(email);
  await other.getByLabel("Password").fill(data.password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(other.getByRole("heading", { level: 1, name: email })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "You do not have access" })).toBeVisible();
  await expect(title).toHaveCount(0);
});
