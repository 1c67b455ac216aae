import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { pdf, png } from "../support/files";
import { ADMIN, expect, PASSWORD, type Portal, signIn, signOut, test } from "./portal";

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });

interface Agency {
  lead: string;
  colleague: string;
  supplier: string;
  companies: [string, string, string];
  command: string;
  branch: string;
}

/** Creates a command with a branch, a lead and a colleague, and three companies. */
async function makeAgency(portal: Portal, run: string): Promise<Agency> {
  const admin = await portal.as(ADMIN);
  const post = async (path: string, data: object): Promise<{ id: string }> => {
    const response = await admin.post(path, { data });
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()).data;
  };
  const command = `Sensing Directorate ${run}`;
  const branch = `Optics Branch ${run}`;
  const above = await post("/api/gov/admin/commands", {
    name: command,
    abbreviation: `SD ${run}`,
    echelon: "Directorate",
  });
  await post("/api/gov/admin/commands", {
    name: branch,
    abbreviation: `OB ${run}`,
    echelon: "Branch",
    parentId: above.id,
  });
  const people = { lead: `lead@${run}.example`, colleague: `poc@${run}.example` };
  const member = { password: PASSWORD, commandId: above.id };
  await post("/api/gov/admin/users", { ...member, email: people.lead, name: "Lee Lead", role: "GOV_COMMAND_LEAD" });
  await post("/api/gov/admin/users", { ...member, email: people.colleague, name: "Pat Poc", role: "GOV_POC" });
  const names = ["Aurora Optics", "Borealis Labs", "Cumulus Radar"].map((name) => `${name} ${run}`);
  const visitor = await portal.as(null);
  for (const [index, orgName] of names.entries()) {
    const email = `owner${index}@${run}.example`;
    const data = { orgName, orgType: "COMPANY", contactName: "Olive Owner", email, password: PASSWORD };
    expect((await visitor.post("/api/portal/register", { data })).status()).toBe(201);
  }
  return { ...people, supplier: `owner0@${run}.example`, companies: names as Agency["companies"], command, branch };
}

/** Expects the page to confirm an action. */
const expectConfirmed = (page: Page, text: string | RegExp) =>
  expect(page.getByRole("status").getByText(text).first()).toBeVisible();
/** Follows the link to a form and waits for it, because the page before has similar fields. */
const begin = async (page: Page, what: string) => {
  await page.getByRole("link", { name: what, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: what })).toBeVisible();
};
const confirm = async (page: Page, open: string, yes: string) => {
  await page.locator("summary", { hasText: open }).click();
  await page.getByRole("button", { name: yes }).click();
};

test("a week of a government user: an engagement, a call, an announcement, a command", async ({ page, portal }, {
  project,
}) => {
  test.setTimeout(180_000);
  const run = project.name.replaceAll(" ", "-").toLowerCase();
  const agency = await makeAgency(portal, run);
  const title = `Demonstration day ${run}`;

  await test.step("the lead plans an engagement with three organizations", async () => {
    await signIn(page, agency.lead);
    await page.getByRole("link", { name: "Engagements", exact: true }).click();
    await begin(page, "Plan an engagement");
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Type").selectOption("DEMO");
    await page.getByLabel("Status").selectOption("PLANNED");
    await page.getByLabel("Command").selectOption({ label: `${agency.command} (SD ${run})` });
    const [first, second, third] = agency.companies;
    // Looks up the companies one by one. Ticked boxes and typed text stay. The first company becomes the primary one.
    for (const name of [second, first, third]) {
      await page.getByLabel("Find organizations").fill(name);
      await page.getByRole("button", { name: "Find organizations" }).click();
      await expect(page.getByText(/1 organization matches/)).toBeVisible();
      await page.getByText(name, { exact: true }).click();
    }
    await page.getByRole("button", { name: "Save engagement" }).click();
    // The date is missing.
    await expect(page.getByRole("alert").getByRole("link", { name: "Enter a date." })).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue(title);
    await page.getByLabel("Date").fill("2026-03-12");
    await page.getByRole("button", { name: "Save engagement" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(`${second} (primary)`)).toBeVisible();
    for (const name of [first, third]) await expect(page.getByRole("link", { name })).toBeVisible();
  });

  await test.step("the lead adds two files, and a colleague reads one", async () => {
    await page
      .getByLabel("Add files")
      .setInputFiles([file("agenda.pdf", pdf()), file("plan.pdf", Buffer.from("no PDF"))]);
    await page.getByRole("button", { name: "Upload" }).click();
    await expect(page.getByRole("alert").getByText(/This is not a PDF/)).toBeVisible();
    await expect(page.getByText("No files.")).toBeVisible();
    await page.getByLabel("Add files").setInputFiles([file("agenda.pdf", pdf()), file("plan.png", png())]);
    await page.getByRole("button", { name: "Upload" }).click();
    await expectConfirmed(page, "2 files added.");
    await expect(page.getByLabel("Add files")).toHaveValue("");
    await signOut(page);

    await signIn(page, agency.colleague);
    await page.goto("/gov/engagements?month=2026-03");
    await page.getByRole("link", { name: title }).click();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /agenda\.pdf/ }).click();
    expect(await readFile(await (await download).path())).toEqual(pdf());
    await expect(page.getByText("Adding a note notifies 1 person.")).toBeVisible();
    await page.getByRole("textbox", { name: "Note" }).fill("Bring the long table.");
    await page.getByRole("button", { name: "Add note" }).click();
    await expectConfirmed(page, "Note added.");
    await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("");
    await signOut(page);
  });

  await test.step("the lead is notified of the note", async () => {
    await signIn(page, agency.lead);
    await page.getByRole("link", { name: "Notifications, 1 unread" }).click();
    await page.getByRole("link", { name: `Note: ${title}` }).click();
    await expect(page.getByText("Bring the long table.")).toBeVisible();
  });

  // The number of notified people depends on other tests, but it must be the same everywhere.
  let people = "";
  const call = `Quiet lidar ${run}`;
  await test.step("the lead drafts, schedules, releases, closes and reopens a call", async () => {
    await page.getByRole("link", { name: "Calls", exact: true }).click();
    await begin(page, "New call");
    await page.getByLabel(/^Title/).fill(call);
    await page.getByLabel("Description").fill("Lidar that nobody hears.");
    await page.getByLabel("Technology tags").fill("Lidar, Optics");
    await page.getByLabel("Last day to submit").fill("2099-12-31");
    await page.getByRole("button", { name: "Create call" }).click();
    await expectConfirmed(page, "Call created.");
    const promise = await page.getByText(/This notifies \d+ people in industry/).textContent();
    people = promise?.match(/notifies (\d+ people)/)?.[1] ?? "";

    await page.getByLabel("Opens at").fill("2020-01-01T09:00");
    await page.getByRole("button", { name: "Schedule" }).click();
    await expect(page.getByRole("alert").getByText("Opens at: Enter a time in the future.")).toBeVisible();
    await expect(page.getByLabel("Opens at")).toHaveValue("2020-01-01T09:00");
    await page.getByLabel("Opens at").fill("2099-01-01T09:00");
    await page.getByRole("button", { name: "Schedule" }).click();
    await expect(page.getByText("Opens at Jan 1, 2099, 9:00 AM EST")).toBeVisible();

    await confirm(page, "Open now", "Open call");
    await expectConfirmed(page, "Call opened.");
    await expect(page.getByRole("link", { name: "Edit", exact: true })).toHaveCount(0);
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await expectConfirmed(page, "Call closed.");
    await expect(page.getByText("Reopening does not notify anyone.")).toBeVisible();
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByRole("link", { name: "View public page" }).click();
    await expect(page.getByText("Lidar that nobody hears.")).toBeVisible();
  });

  const news = `Open house ${run}`;
  await test.step("the lead publishes an announcement with a file", async () => {
    await page.getByRole("link", { name: "Announcements", exact: true }).click();
    await begin(page, "New announcement");
    await expect(page.getByText(`Publishing it to everyone notifies ${people} in industry.`)).toBeVisible();
    await page.getByLabel("Title").fill(news);
    await page.getByLabel("Text").fill("Come and see.\n\nBring nothing.");
    await page.getByRole("button", { name: "Publish" }).click();
    await expectConfirmed(page, `We are notifying ${people} in industry.`);
    await page.getByLabel("Add files").setInputFiles(file("program.pdf", pdf()));
    await page.getByRole("button", { name: "Upload" }).click();
    await expectConfirmed(page, "1 file added.");
    await expect(page.getByLabel("Add files")).toHaveValue("");
    await signOut(page);
  });

  await test.step("a company gets one notification of each and reads the file", async () => {
    await signIn(page, agency.supplier);
    await page.getByRole("link", { name: "Notifications, 2 unread" }).click();
    // The previous page has the same links.
    await expect(page.getByRole("heading", { level: 1, name: "Notifications" })).toBeVisible();
    await expect(page.getByRole("link", { name: `Call open: ${call}` })).toHaveCount(1);
    await page.getByRole("link", { name: news }).click();
    await expect(page.getByText("Come and see.")).toBeVisible();
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: /program\.pdf/ }).click();
    expect(await readFile(await (await download).path())).toEqual(pdf());
    await signOut(page);
  });

  await test.step("the administrator moves a command, but not below itself", async () => {
    await signIn(page, ADMIN);
    await page.getByRole("link", { name: "Administration" }).click();
    // The form to add a command also has this field, until the form to move one replaces it.
    const beginMove = async (name: string) => {
      await page.getByRole("link", { name: `Move ${name}` }).click();
      await expect(page.getByRole("heading", { level: 2, name: `Move ${name}` })).toBeVisible();
    };
    await beginMove(agency.command);
    const parents = page.getByLabel("Parent command");
    await expect(parents.locator("option", { hasText: agency.branch })).toHaveCount(0);
    await page.getByRole("link", { name: "Cancel" }).click();
    await beginMove(agency.branch);
    await parents.selectOption({ label: "Top level" });
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await expectConfirmed(page, `${agency.branch} moved to the top level.`);
    await beginMove(agency.command);
    await parents.selectOption({ label: `${agency.branch} (OB ${run})` });
    await page.getByRole("button", { name: "Move", exact: true }).click();
    await expectConfirmed(page, `${agency.command} moved.`);
    await page.getByRole("link", { name: agency.command, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: agency.command })).toBeVisible();
    await expect(page.getByRole("link", { name: agency.branch }).first()).toBeVisible();
  });
});
