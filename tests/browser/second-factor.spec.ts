import type { Page } from "@playwright/test";
import { codeAt } from "~/domain/second-factor/codes.server";
import { violationsOn } from "./accessibility";
import { accountMenu, expect, PASSWORD, signOut, test } from "./portal";

// A separate server with unlocked credentials.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false" } });

const HALF_MINUTE = 30_000;

/** Gives the email and the password, and expects to be asked for a code. */
async function givePassword(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();
}

const codeField = (page: Page) => page.getByRole("textbox", { name: "Code" });

async function giveCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("a user sets up a second factor, signs in with it, and again with a recovery code", async ({
  page,
  portal,
  javaScriptEnabled,
}) => {
  test.setTimeout(120_000);
  const email = `factor${javaScriptEnabled ? "" : ".plain"}@second.example`;
  const data = { orgName: email, orgType: "COMPANY", contactName: "Faye Factor", email, password: PASSWORD };
  expect((await (await portal.as(null)).post("/api/portal/register", { data })).status()).toBe(201);
  /** Checks accessibility, which needs scripts, and that the page fits a phone. */
  const lookAt = async () => {
    if (!javaScriptEnabled) return;
    expect(await violationsOn(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  let key = "";
  let recoveryCodes: string[] = [];

  await test.step("the setup shows a key, and takes its first code", async () => {
    await page.goto("/login?redirectTo=/account/second-factor");
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await lookAt();
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Set up a second factor" }).click();
    await expect(page.getByRole("img", { name: /^QR code/ })).toBeVisible();
    await lookAt();
    key = ((await page.locator(".glip-secret-code").textContent()) ?? "").replaceAll(" ", "");
    await codeField(page).fill("not a code");
    await page.getByRole("button", { name: "Turn on second factor" }).click();
    await expect(page.getByRole("link", { name: /^The code does not match/ })).toBeVisible();
    await codeField(page).fill(codeAt(key, new Date()));
    await page.getByRole("button", { name: "Turn on second factor" }).click();
    await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
    await lookAt();
    recoveryCodes = await page.locator("li.glip-secret-code").allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await page.goto("/account");
    await expect(page.getByText("with 10 recovery codes left")).toBeVisible();
  });

  // The next one, because the setup has used up the present one.
  const code = codeAt(key, new Date(Date.now() + HALF_MINUTE));
  await test.step("the user signs in with a code of the app", async () => {
    await signOut(page);
    await givePassword(page, email);
    await lookAt();
    await giveCode(page, "000 00");
    await expect(page.getByRole("alert")).toBeVisible();
    await giveCode(page, code);
    await expect(accountMenu(page)).toBeVisible();
  });

  await test.step("the code does not work again, but a recovery code does", async () => {
    await signOut(page);
    await givePassword(page, email);
    await giveCode(page, code);
    await expect(page.getByRole("alert")).toBeVisible();
    await giveCode(page, recoveryCodes[0] ?? "");
    await expect(accountMenu(page)).toBeVisible();
    await page.goto("/account/second-factor");
    await expect(page.getByText("9 codes")).toBeVisible();
    await lookAt();
  });

  await test.step("the user turns it off", async () => {
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Turn off second factor" }).click();
    await expect(page.getByText("Second factor turned off.")).toBeVisible();
  });
});
