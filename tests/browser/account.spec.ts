import { ADMIN, accountMenu, expect, PASSWORD, signIn, test } from "./portal";

// A separate server with unlocked credentials.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false" } });

const NEW_PASSWORD = "Another-Browser-Test-2027!";

test("a user changes the password and is signed out everywhere", async ({ page, browser, portal }, { project }) => {
  const email = `changes${project.name.startsWith("without") ? ".plain" : ""}@password.example`;
  const registered = await (await portal.as(null)).post("/api/portal/register", {
    data: { orgName: email, orgType: "COMPANY", contactName: "Pat Changer", email, password: PASSWORD },
  });
  expect(registered.status(), await registered.text()).toBe(201);
  const elsewhere = await browser.newContext({ baseURL: portal.origin });
  const otherPage = await elsewhere.newPage();
  await signIn(otherPage, email);

  await signIn(page, email);
  await accountMenu(page).click();
  await expect(accountMenu(page)).toContainText("Pat Changer");
  await page.getByRole("link", { name: "Account", exact: true }).click();
  await expect(page.getByRole("table", { name: "2 open sessions" })).toBeVisible();
  await page.getByRole("link", { name: "Change your password" }).click();
  await page.getByLabel("Current password").fill("Not-The-Password-1!");
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("link", { name: "The current password is wrong" })).toBeVisible();

  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText("You changed your password. Sign in with the new one.")).toBeVisible();

  // The other browser must sign in too, and the old password no longer works.
  await otherPage.goto("/portal");
  await expect(otherPage).toHaveURL(/\/login\?redirectTo=%2Fportal$/);
  await otherPage.getByLabel("Email address").fill(email);
  await otherPage.getByLabel("Password").fill(PASSWORD);
  await otherPage.getByRole("button", { name: "Sign in" }).click();
  await expect(otherPage.getByText("The email address or the password is wrong.")).toBeVisible();
  await otherPage.getByLabel("Password").fill(NEW_PASSWORD);
  await otherPage.getByRole("button", { name: "Sign in" }).click();
  await expect(otherPage.getByRole("heading", { level: 1, name: email })).toBeVisible();
  await elsewhere.close();
});

test("a user ends a session that is open elsewhere on the account page", async ({ page, browser, portal }) => {
  const elsewhere = await browser.newContext({ baseURL: portal.origin });
  const otherPage = await elsewhere.newPage();
  await signIn(otherPage, ADMIN);
  await signIn(page, ADMIN);
  await page.goto("/account");
  await page.getByText("End all other sessions").click();
  await page.getByRole("button", { name: "End other sessions" }).click();
  await expect(page.getByText(/other sessions? ended\./)).toBeVisible();
  await expect(page.getByRole("table", { name: "1 open session" })).toBeVisible();
  await otherPage.goto("/gov");
  await expect(otherPage).toHaveURL(/\/login\?/);
  await elsewhere.close();
});

test("the bell updates by itself, or on the next page without scripts", async ({ page, portal, javaScriptEnabled }) => {
  if (javaScriptEnabled) await page.clock.install();
  const member = `bell${javaScriptEnabled ? "" : ".plain"}@password.example`;
  const register = (await portal.as(null)).post("/api/portal/register", {
    data: { orgName: member, orgType: "COMPANY", contactName: "Bell Ringer", email: member, password: PASSWORD },
  });
  expect((await register).status()).toBe(201);
  await signIn(page, member);
  await expect(page.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
  const published = await (await portal.as(ADMIN)).post("/api/gov/announcements", {
    data: { title: "The forum moves", body: "It takes place in Arlington." },
  });
  expect(published.status()).toBe(201);
  if (javaScriptEnabled) await page.clock.fastForward("01:05");
  else await page.reload();
  await expect(page.getByRole("link", { name: "Notifications, 1 unread" })).toBeVisible();
});
