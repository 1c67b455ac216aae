import { violationsOn } from "./accessibility";
import { expect, PASSWORD, signIn, signOut, test } from "./portal";

test("a colleague is invited by a link, joins, and is made an administrator", async ({ page, portal, browser }, {
  project,
}) => {
  // Names differ between the two runs because they share a server.
  const run = project.name.replaceAll(" ", "-").toLowerCase();
  const scripted = project.use.javaScriptEnabled === true;
  const owner = `olga@${run}.invite.example`;
  const colleague = `nina@${run}.invite.example`;
  const company = `Tern Works ${run}`;
  const visitor = await portal.as(null);
  const registered = await visitor.post("/api/portal/register", {
    data: { orgName: company, orgType: "COMPANY", contactName: "Olga Owner", email: owner, password: PASSWORD },
  });
  expect(registered.status()).toBe(201);
  let link = "";

  await test.step("the administrator enters an invalid address and then invites a colleague", async () => {
    await signIn(page, owner);
    await page.getByRole("link", { name: "People", exact: true }).click();
    await page.getByLabel("Actions: Olga Owner").click();
    await expect(page.getByText("This is the only administrator.")).toBeVisible();
    await page.getByLabel("Email address").fill(owner);
    await page.getByLabel(/^Role/).selectOption("INDUSTRY_USER");
    await page.getByRole("button", { name: "Create invitation link" }).click();
    const summary = page.getByRole("alert");
    await expect(
      summary.getByRole("link", { name: "An account with this email address already exists." }),
    ).toBeVisible();

    await page.getByLabel("Email address").fill(colleague);
    await page.getByRole("button", { name: "Create invitation link" }).click();
    await expect(page.getByRole("heading", { name: `Send this link to ${colleague}` })).toBeVisible();
    link = await page.getByLabel("Invitation link").inputValue();
    expect(link).toMatch(new RegExp(`^${portal.origin}/invitations/[\\w-]{43}$`));
    expect(page.url()).not.toContain(link);
    await expect(page.getByLabel("Email address")).toHaveValue("");
    await expect(page.getByRole("button", { name: "Copy link" })).toHaveCount(scripted ? 1 : 0);
    if (scripted) {
      expect(await violationsOn(page)).toEqual([]);
      await page.setViewportSize({ width: 375, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "Copy link" }).click();
      await expect(page.getByText("Copied.")).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    }
    await page.goto("/portal/users");
    const invited = page.getByRole("listitem").filter({ hasText: colleague });
    await expect(invited).toContainText("Organization user, invited by Olga Owner");
    expect(await page.content()).not.toContain(link);
  });

  const theirs = await browser.newContext({ javaScriptEnabled: scripted });
  const other = await theirs.newPage();

  await test.step("in another browser, the link's form lists errors and then creates the account", async () => {
    await other.goto(link);
    await expect(other.getByRole("heading", { level: 1, name: `Join ${company}` })).toBeVisible();
    await expect(other.getByLabel("Email address")).toHaveValue(colleague);
    await other.getByLabel("Your name").fill("Nina Newcomer");
    await other.getByLabel("Password").fill("short");
    await other.getByRole("button", { name: "Join" }).click();
    const error = other.getByRole("alert").getByRole("link", { name: "Password: Enter at least 14 characters." });
    await expect(error).toBeVisible();
    await expect(other.getByLabel("Your name")).toHaveValue("Nina Newcomer");
    await other.getByLabel("Password").fill(PASSWORD);
    await other.getByRole("button", { name: "Join" }).click();
    await expect(other).toHaveURL(/\/portal$/);
    await expect(other.getByText(`Your account is ready, and you are signed in as ${colleague}.`)).toBeVisible();
    expect(await other.evaluate(() => document.referrer)).not.toContain("/invitations/");
  });

  await test.step("the link does not work twice, and tells signed-in users to sign out", async () => {
    const used = await other.goto(link);
    expect(used?.status()).toBe(404);
    await expect(other.getByRole("heading", { name: "This invitation is not valid" })).toBeVisible();
    const api = await portal.as(owner);
    const data = { email: `otto@${run}.invite.example`, industryRole: "INDUSTRY_USER" };
    const { url } = (await (await api.post("/api/portal/invitations", { data })).json()).data;
    await page.goto(url);
    await expect(page.getByText("You are already signed in")).toBeVisible();
    await page.getByRole("button", { name: "Sign out of this account" }).click();
    await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
    await page.goto(url);
    await expect(page.getByRole("button", { name: "Join" })).toBeVisible();
    await signIn(page, owner);
  });

  await test.step("the administrator is notified, withdraws the other invitation and changes the role", async () => {
    await page.getByRole("link", { name: "Notifications, 1 unread" }).click();
    await page.getByRole("link", { name: `Nina Newcomer joined ${company}` }).click();
    await expect(page.getByRole("rowheader", { name: "Nina Newcomer" })).toBeVisible();
    await page.getByText("Withdraw the invitation for otto").click();
    await page.getByRole("button", { name: "Withdraw invitation" }).click();
    await expect(page.getByText("Invitation withdrawn.")).toBeVisible();
    await expect(page.getByText("No open invitations")).toBeVisible();
    await page.getByLabel("Actions: Nina Newcomer").click();
    await page.getByRole("button", { name: /^Make an administrator.*Nina Newcomer$/ }).click();
    await expect(page.getByText(`${colleague} is now an administrator.`)).toBeVisible();
    await page.getByLabel("Actions: Olga Owner").click();
    await expect(page.getByText("This is you. Another administrator can change your role.")).toBeVisible();
  });

  await test.step("the colleague gets the new role while signed in, and takes it from the first administrator", async () => {
    await other.goto("/portal");
    await expect(other.getByRole("heading", { level: 1, name: company })).toBeVisible();
    await other.getByRole("link", { name: "People", exact: true }).click();
    await other.getByLabel("Actions: Olga Owner").click();
    await other.getByRole("button", { name: /^Make a user.*Olga Owner$/ }).click();
    await expect(other.getByText(`${owner} is now a user.`)).toBeVisible();
    await other.getByLabel("Actions: Nina Newcomer").click();
    await expect(other.getByText("This is the only administrator.")).toBeVisible();
    await page.goto("/portal/users");
    await expect(page.getByRole("heading", { name: "You do not have access" })).toBeVisible();
    await page.goto("/portal");
    await expect(page.getByRole("link", { name: "People", exact: true })).toHaveCount(0);
  });

  await test.step("the first administrator leaves, is signed out at once, and cannot come back", async () => {
    await other.goto("/portal/users");
    await other.getByRole("link", { name: "Olga Owner", exact: true }).click();
    await other.getByRole("link", { name: "deactivate the account" }).click();
    await expect(other.getByRole("heading", { level: 1, name: "Deactivate Olga Owner" })).toBeVisible();
    if (scripted) expect(await violationsOn(other)).toEqual([]);
    await other.getByRole("button", { name: "Deactivate account" }).click();
    await expect(other.getByText("Inactive").first()).toBeVisible();
    if (scripted) expect(await violationsOn(other)).toEqual([]);
    await page.goto("/portal");
    await expect(page).toHaveURL(/\/login\b/);
    await page.getByLabel("Email address").fill(owner);
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    await expect(page).toHaveURL(/\/login\b/);
    await signOut(other);
  });
  await theirs.close();
});
