import type { Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { accountMenu, expect, PASSWORD, signOut, test } from "./portal";

// A separate server with unlocked credentials. Without PUBLIC_ORIGIN, passkeys work at localhost.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false", PASSKEYS: "on" } });

/** Gives the browser a device with a fingerprint reader that always agrees. */
async function plugIn(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  const { authenticatorId } = await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { forgetPasskeys: () => browser.send("WebAuthn.clearCredentials", { authenticatorId }) };
}

/** Checks accessibility, and that the page fits a phone. */
async function expectGood(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 900 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 900 });
}

test("@scripts a user adds a passkey, signs in with it, and uses it as a second factor", async ({ page, portal }) => {
  const at = (path: string) => portal.origin.replace("127.0.0.1", "localhost") + path;
  const email = "pat@passkey.example";
  const data = { orgName: email, orgType: "COMPANY", contactName: "Pat Passkey", email, password: PASSWORD };
  expect((await (await portal.as(null)).post("/api/portal/register", { data })).status()).toBe(201);
  const device = await plugIn(page);
  const givePassword = async () => {
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };

  await test.step("the user adds a passkey", async () => {
    await page.goto(at("/login?redirectTo=/account/passkeys"));
    await givePassword();
    await expectGood(page);
    await page.getByRole("link", { name: "Add a passkey" }).click();
    await page.getByLabel("Name of the passkey").fill("Test laptop");
    await page.getByLabel("Your password").fill(PASSWORD);
    await expectGood(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("button", { name: "Make passkey" })).toBeVisible();
    await expectGood(page);
    await page.getByRole("button", { name: "Make passkey" }).click();
    await expect(page.getByRole("heading", { name: "Your recovery codes" })).toBeVisible();
    await page.getByRole("link", { name: "Continue to your passkeys" }).click();
    await expect(page.getByRole("table", { name: "1 passkey" })).toContainText("Test laptop");
    await expectGood(page);
  });

  await test.step("the passkey signs in without a password", async () => {
    await signOut(page);
    await page.goto(at("/login?redirectTo=/account"));
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  });

  await test.step("the passkey is the second factor after the password", async () => {
    await signOut(page);
    await page.goto(at("/login"));
    await givePassword();
    await expect(page.getByRole("heading", { level: 1, name: "Enter your code" })).toBeVisible();
    await expectGood(page);
    await page.getByRole("button", { name: "Use a passkey instead" }).click();
    await expect(accountMenu(page)).toBeVisible();
  });

  await test.step("the user removes it", async () => {
    await page.goto(at("/account/passkeys"));
    await page.getByRole("combobox").selectOption("Test laptop");
    await page.getByLabel("Your password").fill(PASSWORD);
    await page.getByRole("button", { name: "Remove passkey" }).click();
    await expect(page.getByText("Passkey Test laptop removed.")).toBeVisible();
    await expect(page.getByText("You have no passkeys.")).toBeVisible();
  });

  await test.step("the removed passkey, which the device still has, no longer signs in", async () => {
    await signOut(page);
    await page.goto(at("/login"));
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByText("This passkey cannot sign in here.")).toBeVisible();
    await givePassword();
    await expect(accountMenu(page)).toBeVisible();
  });

  await test.step("a device without a passkey says so, and leads back", async () => {
    await signOut(page);
    await device.forgetPasskeys();
    await page.goto(at("/login"));
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Your browser used no passkey" })).toBeVisible();
    await expectGood(page);
    await page.getByRole("link", { name: "Sign in another way" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  });
});
