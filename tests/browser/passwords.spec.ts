import { violationsOn } from "./accessibility";
import { ADMIN, expect, PASSWORD, signIn, test } from "./portal";

test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false" } });

test("someone who forgot the password gets a link from an administrator, and signs in with a new one", async ({
  page,
  portal,
  browser,
}, { project }) => {
  const run = project.name.replaceAll(" ", "-").toLowerCase();
  const scripted = project.use.javaScriptEnabled === true;
  const email = `rana@${run}.agency.example`;
  const name = `Rana Forgetful ${run}`;
  const chosen = "Copper-Meridian-93-Orchard";
  let link = "";

  await test.step("the administrator adds the person without a password, and gets a first link", async () => {
    await signIn(page, ADMIN);
    await page.goto("/gov/admin/users");
    const add = page.locator("form", { has: page.getByRole("button", { name: "Add user" }) });
    await add.getByLabel(/^Name/).fill(name);
    await add.getByLabel(/^Email address/).fill(email);
    await add.getByLabel(/^Role/).selectOption("GOV_POC");
    await add.getByRole("button", { name: "Add user" }).click();
    await expect(page.getByRole("heading", { name: `Send this link to ${email}` })).toBeVisible();
    expect(await page.getByLabel("Password link").inputValue()).toContain(`${portal.origin}/password/`);
  });

  await test.step("the administrator makes another link on the account's page, which replaces the first", async () => {
    await page.goto(`/gov/admin/users?q=${encodeURIComponent(email)}`);
    await page.getByRole("link", { name, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await page.getByRole("button", { name: "Make a password link" }).click();
    await expect(page.getByRole("heading", { name: `Send this link to ${email}` })).toBeVisible();
    link = await page.getByLabel("Password link").inputValue();
    expect(page.url()).not.toContain(link.slice(-43));
    if (scripted) expect(await violationsOn(page)).toEqual([]);
  });

  await test.step("the person opens the link twice, chooses a password, and signs in with it", async () => {
    const theirs = await browser.newContext({ javaScriptEnabled: scripted });
    const other = await theirs.newPage();
    await other.goto(link);
    await other.goto(link);
    await expect(other.getByText(email)).toBeVisible();
    await other.getByLabel("New password").fill("short");
    await other.getByRole("button", { name: "Set password" }).click();
    await expect(other.getByRole("alert").getByRole("link").first()).toBeVisible();
    if (scripted) {
      expect(await violationsOn(other)).toEqual([]);
      await other.getByLabel("New password").fill("meridian-quay");
      await expect(other.getByText("Still needed: 14 characters, an uppercase letter, a digit")).toBeVisible();
      await other.getByLabel("New password").fill("Password1!Password1!");
      await expect(other.getByText(/Strength: Weak\. This password is common/)).toBeVisible();
      await other.getByLabel("New password").fill(`${email.split("@")[0]}-Meridian-93`);
      await expect(other.getByText(/Strength: Weak\. This password contains a name/)).toBeVisible();
      await other.getByLabel("New password").fill(chosen);
      await expect(other.getByText(/Strength: (Good|Strong)$/)).toBeVisible();
      expect(await violationsOn(other)).toEqual([]);
      await other.setViewportSize({ width: 375, height: 900 });
      const overflow = await other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    }
    await other.getByLabel("New password").fill(chosen);
    await other.getByRole("button", { name: "Set password" }).click();
    await expect(other.getByText("You set your password. Sign in with it.")).toBeVisible();
    expect(await other.evaluate(() => document.referrer)).not.toContain("/password/");
    await other.getByLabel("Email address").fill(email);
    await other.getByLabel("Password").fill(chosen);
    await other.getByRole("button", { name: "Sign in" }).click();
    await expect(other.locator("header summary", { hasText: "Your account" })).toBeVisible();
    const used = await other.goto(link);
    expect(used?.status()).toBe(404);
    await theirs.close();
  });
  expect(PASSWORD).not.toBe(chosen);
});

test("@scripts a password can be shown while it is typed, but no draft keeps it", async ({ page }) => {
  page.on("dialog", (dialog) => dialog.accept());
  await signIn(page, ADMIN);
  await page.goto("/gov/admin/users");
  const add = page.locator("form", { has: page.getByRole("button", { name: "Add user" }) });
  const password = add.getByLabel("First password");
  await add.getByLabel(/^Name/).fill("Seen Person");
  await password.fill("Copper-Meridian-93");
  await add.getByRole("button", { name: "Show first password" }).press("Enter");
  await expect(password).toHaveAttribute("type", "text");
  await expect(add.getByRole("button", { name: "Hide first password" })).toBeFocused();
  await password.fill("Copper-Meridian-93-Orchard");
  await page.reload();
  await expect(page.getByText(/^You have unsaved text from /)).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify(sessionStorage));
  expect(kept).toContain("Seen Person");
  expect(kept).not.toContain("Copper");
});

test("@scripts passwords are hidden again when their form is sent", async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto("/account/password");
  for (const name of ["current password", "new password"]) {
    await page.getByLabel(name).fill("short");
    await page.getByRole("button", { name: `Show ${name}` }).click();
    await expect(page.getByLabel(name)).toHaveAttribute("type", "text");
  }
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  for (const name of ["current password", "new password"]) {
    await expect(page.getByLabel(name)).toHaveAttribute("type", "password");
    await expect(page.getByRole("button", { name: `Show ${name}` })).toBeVisible();
  }
});
