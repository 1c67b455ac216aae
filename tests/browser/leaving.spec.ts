import type { Page } from "@playwright/test";
import { pdf, text } from "../support/files";
import { ADMIN, expect, expectReceived, PASSWORD, type Portal, signIn, signOut, test } from "./portal";

/* What a form does while a user fills it in: it asks before they leave, looks up organizations and removes old errors. */

const NEW = "/gov/announcements/new";
const question = (page: Page) => page.getByRole("alertdialog", { name: "Leave without saving?" });

async function beginAnnouncement(page: Page, title: string): Promise<void> {
  await signIn(page, ADMIN);
  await page.goto("/gov/announcements");
  await page.getByRole("link", { name: "New announcement" }).click();
  // The list also has a field with this name.
  await expect(page.getByRole("heading", { level: 1, name: "New announcement" })).toBeVisible();
  await page.getByLabel("Title").fill(title);
}

test("@scripts a link asks before it discards a half-filled form", async ({ page }) => {
  await beginAnnouncement(page, "Half of it");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(question(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Keep editing" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(question(page)).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${NEW}$`));
  await expect(page.getByLabel("Title")).toHaveValue("Half of it");
  await page.getByRole("link", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/gov\/announcements$/);
});

test("@scripts going back asks too, and closing the tab makes the browser ask", async ({ page }) => {
  await beginAnnouncement(page, "Half of it");
  await page.goBack();
  await expect(question(page)).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(question(page)).toBeHidden();
  await expect(page.getByLabel("Title")).toHaveValue("Half of it");
  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await expect(page.getByLabel("Title")).toHaveValue("Half of it");
});

test("@scripts nothing is asked if nothing would be lost", async ({ page }) => {
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked += 1;
    return dialog.accept();
  });
  await beginAnnouncement(page, "Undone");
  // The user undid the change.
  await page.getByLabel("Title").fill("");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/gov\/announcements$/);
  // A filter.
  await page.goto("/gov/submissions");
  await page.locator("main form[method=get] input[type=text]").first().fill("anything");
  await page.getByRole("link", { name: "Announcements" }).first().click();
  await expect(page).toHaveURL(/\/gov\/announcements$/);
  // A form with an error that the user fixes and saves.
  await page.goto(NEW);
  await page.getByLabel("Title").fill("Saved at last");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(question(page)).toBeVisible();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(question(page)).toBeHidden();
  await page.getByLabel(/^(Body|Text)/).fill("All of it.");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Saved at last" })).toBeVisible();
  await page.getByRole("link", { name: "Announcements" }).first().click();
  await expect(page).toHaveURL(/\/gov\/announcements$/);
  await page.reload();
  expect(asked).toBe(0);
});

async function registerCompany(portal: Portal, orgName: string, email: string): Promise<void> {
  const data = { orgName, orgType: "COMPANY", contactName: "Olive Owner", email, password: PASSWORD };
  expect((await (await portal.as(null)).post("/api/portal/register", { data })).status()).toBe(201);
}

test("the Enter key looks up the typed organization instead of saving the engagement", async ({ page, portal }, {
  project,
}) => {
  const run = project.name.replaceAll(" ", "-").toLowerCase();
  const company = `Plover ${run}`;
  await registerCompany(portal, company, `olive@plover-${run}.example`);
  const admin = await portal.as(ADMIN);
  const command = { name: `Enter ${run}`, abbreviation: `E-${run}`, echelon: "D" };
  expect((await admin.post("/api/gov/admin/commands", { data: command })).status()).toBe(201);
  await signIn(page, ADMIN);
  await page.goto("/gov/engagements/new");
  await page.getByLabel("Title").fill(`Visit ${run}`);
  await page.getByLabel(/^Type/).selectOption("DEMO");
  await page.getByLabel(/^Status/).selectOption("PLANNED");
  await page.getByLabel(/^Date/).fill("2026-03-12");
  await page.getByLabel(/^Command/).selectOption({ label: `${command.name} (${command.abbreviation})` });
  await page.getByLabel("Another participant").fill("Somebody else");
  await page.getByLabel("Find organizations").fill(company);
  await page.getByLabel("Find organizations").press("Enter");
  await expect(page.getByText(`1 organization matches “${company}”.`)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Plan an engagement" })).toBeVisible();

  // Saving would silently drop the organization.
  await page.getByRole("button", { name: "Save engagement" }).click();
  await expect(
    page.getByRole("alert").getByRole("link", { name: "Choose one of the organizations found" }),
  ).toBeVisible();
  await page.locator("label", { hasText: company }).click();
  await page.getByRole("button", { name: "Save engagement" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Visit ${run}` })).toBeVisible();
  await expect(page.getByRole("link", { name: company })).toBeVisible();
});

test("@scripts an error disappears when its field is corrected, and returns with the rejected value", async ({
  page,
  portal,
}) => {
  await registerCompany(portal, "Corrected Works", "olive@corrected.example");
  await signIn(page, "olive@corrected.example");
  await page.goto("/portal/submissions/new");
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });
  await page.getByLabel("Title").fill("No");
  await page.getByLabel("File").setInputFiles(file("program.exe", text()));
  await page.getByRole("button", { name: "Submit" }).click();
  const errors = page.locator("form .usa-error-message");
  await expect(errors).toHaveCount(4);
  const summary = page.locator(".glip-error-summary");
  await expect(summary.getByRole("heading", { name: "There are 4 problems" })).toBeVisible();
  // Another invalid file is also an error. A valid one is not.
  await page.getByLabel("File").setInputFiles(file("other.exe", text()));
  await expect(page.getByText("Choose a PDF, DOCX, PPTX or TXT file up to 15 MB.")).toHaveCount(2);
  await page.getByLabel("File").setInputFiles(file("paper.pdf", pdf()));
  await expect(page.getByText("Choose a PDF, DOCX, PPTX or TXT file up to 15 MB.")).toHaveCount(0);
  await expect(summary.getByRole("heading", { name: "There are 3 problems" })).toBeVisible();
  await page.getByLabel("Title").fill("Corrected");
  await expect(errors).toHaveCount(2);
  await page.getByLabel("Title").fill("No");
  await expect(errors).toHaveCount(3);
  await page.getByLabel("Title").fill("Corrected");
  await page.getByLabel("Type of document").selectOption("WHITE_PAPER");
  await page.getByLabel("Summary").fill("Rotors that nobody hears.");
  await expect(summary).toHaveCount(0);
  await expect(page).toHaveTitle(/^(?!Error: )/);
  await page.getByRole("button", { name: "Submit" }).click();
  await expectReceived(page);
});

test("@scripts the page warns about a UEI while it is typed", async ({ page, portal }) => {
  await registerCompany(portal, "Quarry Works", "olive@typed.example");
  await signIn(page, "olive@typed.example");
  await page.goto("/portal/profile/edit");
  await page.getByLabel("Unique Entity ID (UEI)").fill("abc");
  await expect(page.getByText("a UEI has 12 characters")).toBeVisible();
  await page.getByLabel("Unique Entity ID (UEI)").fill("ABCDEF234567");
  await expect(page.getByText("a UEI has 12 characters")).toHaveCount(0);
});

const offer = (page: Page) => page.getByText(/^You have unsaved text from /);

test("@scripts a tab keeps unsaved text, and offers it to its writer until it is saved or discarded", async ({
  page,
}) => {
  page.on("dialog", (dialog) => dialog.accept());
  await beginAnnouncement(page, "Kept title");
  await expect(offer(page)).toHaveCount(0);
  await page.getByLabel(/^Text/).fill("Kept text");
  await page.reload();
  await expect(offer(page)).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Kept title");
  await expect(page.getByLabel("Title")).toBeFocused();
  await expect(page.getByLabel(/^Text/)).toHaveValue("Kept text");
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Kept title" })).toBeVisible();
  await page.goto(NEW);
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect(offer(page)).toHaveCount(0);
  await page.getByLabel("Title").fill("Discarded");
  await page.reload();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.reload();
  await expect(page.getByLabel("Title")).toHaveValue("");
  await expect(offer(page)).toHaveCount(0);
  await page.getByLabel("Title").fill("Forgotten when its writer signs out");
  await page.reload();
  await page.getByRole("button", { name: "Restore" }).click();
  // Typed less than a pause before.
  await page.getByLabel(/^Text/).fill("Forgotten too");
  await signOut(page);
  expect(await keptIn(page)).toEqual([]);
});

/** Whose drafts the tab keeps. */
const keptIn = (page: Page) =>
  page.evaluate(() => Object.keys(sessionStorage).flatMap((key) => /^draft (\S+) /.exec(key)?.[1] ?? []));

test("@scripts unsaved text outlasts a session, but not its writer: someone else signs in, or they sign out", async ({
  page,
  portal,
  context,
}) => {
  page.on("dialog", (dialog) => dialog.accept());
  const owner = "olive@invites.example";
  await registerCompany(portal, "Inviting Works", owner);
  const invitation = await (await portal.as(owner)).post("/api/portal/invitations", {
    data: { email: "ida@invites.example", industryRole: "INDUSTRY_USER" },
  });
  const { url } = (await invitation.json()).data;

  await beginAnnouncement(page, "Typed by the administrator");
  await page.reload();
  await context.clearCookies();
  await page.goto("/login");
  expect(await keptIn(page)).toEqual([ADMIN]);
  await signIn(page, owner);
  await expect.poll(() => keptIn(page)).toEqual([]);

  await page.goto("/portal/submissions/new");
  await page.getByLabel("Title").fill("Typed by the owner");
  await page.goto(url);
  expect(await keptIn(page)).toEqual([owner]);
  await page.getByRole("button", { name: "Sign out of this account" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  expect(await keptIn(page)).toEqual([]);
});

test("@scripts sent text is not offered again where its form stays on the page, and each note is announced", async ({
  page,
  portal,
}) => {
  await registerCompany(portal, "Noted Works", "olive@noted.example");
  await signIn(page, ADMIN);
  await page.goto("/gov/organizations?q=Noted");
  await page.getByRole("link", { name: "Noted Works" }).first().click();
  const notes = (count: number) => page.getByRole("region", { name: `Internal notes (${count})` });
  const add = page.getByRole("button", { name: "Add note" });
  // The address of a refused form has its name. That of the saved one does not, and its field is a new one.
  await expect(notes(0)).toBeVisible();
  await add.click();
  await expect(page.getByRole("alert")).toBeFocused();
  await page.getByLabel("Note *").fill("The first");
  await add.press("Enter");
  await expect(notes(1)).toBeFocused();
  await expect.poll(() => keptIn(page)).toEqual([]);
  await expect(page.getByLabel("Note *")).toHaveValue("");
  await expect(offer(page)).toHaveCount(0);

  const notice = await page.getByText("Note added.").elementHandle();
  await page.getByLabel("Note *").fill("The second");
  await add.press("Enter");
  await expect(notes(2)).toBeVisible();
  await expect(page.getByText("Note added.")).toBeVisible();
  // Screen readers announce a new element, even with the same words.
  expect(await notice?.evaluate((element) => element.isConnected)).toBe(false);
});
