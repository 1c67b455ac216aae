import { pdf } from "../support/files";
import { chooseFile, expectDocumentOrder, fill, fillForm, press, skipToContent } from "./keyboard";
import { ADMIN, expect, expectReceived, PASSWORD, type Portal, test } from "./portal";

/** Creates a command and companies, which an engagement requires. */
async function makeRecords(portal: Portal): Promise<{ command: string; companies: [string, string] }> {
  const admin = await portal.as(ADMIN);
  const command = { name: "Keyboard Directorate", abbreviation: "KEYS", echelon: "Directorate" };
  expect((await admin.post("/api/gov/admin/commands", { data: command })).status()).toBe(201);
  const companies: [string, string] = ["Aurora Keys", "Borealis Keys"];
  for (const orgName of companies) {
    const email = `owner@${orgName.split(" ")[0]?.toLowerCase()}.keys.example`;
    const data = { orgName, orgType: "COMPANY", contactName: "Olive Owner", email, password: PASSWORD };
    expect((await (await portal.as(null)).post("/api/portal/register", { data })).status()).toBe(201);
  }
  return { command: `${command.name} (${command.abbreviation})`, companies };
}

test("a user registers an organization and submits a document with only the keyboard @scripts", async ({ page }) => {
  test.setTimeout(300_000);
  const email = "kim@tern-keys.example";
  const save = "Save and continue";

  await test.step("registers step by step", async () => {
    await page.goto("/register");
    await skipToContent(page);
    await expectDocumentOrder(page);
    await fillForm(page, { "Organization name": "Tern Keys", "Organization type": "Company" }, save);
    await expect(page).toHaveTitle(/Identifiers/);
    await fillForm(page, { "CAGE code": "5KEY5" }, save);
    await expect(page).toHaveTitle(/Contacts/);
    await fillForm(page, { "Point of contact: name": "Kim Keys", "Point of contact: email": email }, save);
    await expect(page).toHaveTitle(/Size/);
    await fillForm(page, { "Number of employees": "12", HUBZone: true }, save);
    await expect(page).toHaveTitle(/Capabilities/);
    await fillForm(page, { "Technology tags": "keys" }, save);
    await expect(page).toHaveTitle(/Your account/);
    await fillForm(page, { [`I am the point of contact: Kim Keys, ${email}`]: true, Password: "short" }, save);
  });

  await test.step("an error takes the focus and links to its field", async () => {
    const summary = page.getByRole("alert");
    await expect(summary).toBeFocused();
    await press(page, /^Password: Enter at least/);
    await expect(page.getByLabel("Password")).toBeInViewport();
    await fillForm(page, { Password: PASSWORD }, save);
    await expect(page).toHaveTitle(/Review/);
    await press(page, "Register");
    await expect(page).toHaveURL(/\/portal$/);
  });

  await test.step("submits a document with a file", async () => {
    await press(page, /^New submission/);
    await expect(page).toHaveURL(/\/portal\/submissions\/new$/);
    await expectDocumentOrder(page);
    await fill(page, "Type of document", "White paper");
    await fill(page, "Title", "Keys that nobody hears");
    await fill(page, "Summary", "Quiet keys.");
    await fill(page, "Technology tags", "keys, quiet");
    const file = (name: string) => ({ name, mimeType: "application/pdf", buffer: pdf() });
    await chooseFile(page, /^File/, file("first.pdf"), "Enter");
    await chooseFile(page, /^File/, file("keys.pdf"), "Space");
    await press(page, "Submit");
    await expectReceived(page);
    await expect(page.getByText("keys.pdf")).toBeVisible();
  });

  await test.step("signs out", async () => {
    await page.reload();
    await press(page, /Your account/);
    await press(page, "Sign out");
    await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  });
});

test("a user records an engagement and releases a call with only the keyboard @scripts", async ({ page, portal }) => {
  test.setTimeout(300_000);
  const { command, companies } = await makeRecords(portal);

  await test.step("signs in", async () => {
    await page.goto("/login");
    await skipToContent(page);
    await page.goto("/login");
    await fillForm(page, { "Email address": ADMIN, Password: PASSWORD }, "Sign in");
    await expect(page).toHaveURL(/\/gov$/);
  });

  await test.step("records an engagement with two participants", async () => {
    await press(page, "Engagements");
    await expect(page).toHaveURL(/\/gov\/engagements$/);
    await press(page, "Plan an engagement");
    await expect(page).toHaveURL(/\/gov\/engagements\/new$/);
    await expectDocumentOrder(page);
    const fields = { Date: "2026-03-12", Title: "Day of the keys", Type: "Demo", Status: "Planned" };
    await fillForm(page, { "Find organizations": companies[1] }, /^Find organizations/);
    await expect(page.getByText("1 organization matches")).toBeVisible();
    await fill(page, companies[1], true);
    await fill(page, "Find organizations", companies[0]);
    await press(page, /^Find organizations/);
    await expect(page.getByText(`1 organization matches “${companies[0]}”`)).toBeVisible();
    await fill(page, companies[0], true);
    await fillForm(page, { ...fields, Command: command }, "Save engagement");
    await expect(page.getByRole("heading", { level: 1, name: fields.Title })).toBeVisible();
    await expect(page.getByText(`${companies[1]} (primary)`)).toBeVisible();
    await expect(page.getByRole("link", { name: companies[0] })).toBeVisible();
  });

  await test.step("drafts, schedules and releases a call", async () => {
    await press(page, "Calls");
    await expect(page).toHaveURL(/\/gov\/calls$/);
    await press(page, "New call");
    await expect(page).toHaveURL(/\/gov\/calls\/new$/);
    const fields = { Title: "Quiet keys", Description: "Keys that nobody hears.", "Technology tags": "keys" };
    await fillForm(page, { ...fields, "Last day to submit": "2099-12-31" }, "Create call");
    await expect(page.getByText("Call created.")).toBeVisible();
    await expectDocumentOrder(page);
    await fillForm(page, { "Opens at": "2099-01-01T09:00" }, "Schedule");
    await expect(page.getByText("Opens at Jan 1, 2099, 9:00 AM EST")).toBeVisible();
    await press(page, "Open now");
    await press(page, "Open call");
    await expect(page.getByText("Call opened.")).toBeVisible();
    await press(page, "View public page");
    await expect(page.getByText("Keys that nobody hears.")).toBeVisible();
  });
});
