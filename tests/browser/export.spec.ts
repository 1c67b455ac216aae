import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import ical from "node-ical";
import Papa from "papaparse";
import { ADMIN, expect, type Portal, signIn, test } from "./portal";

/** Creates an organization and an engagement with names that are hard to export. */
async function makeRecords(portal: Portal, run: string) {
  const [admin, visitor] = [await portal.as(ADMIN), await portal.as(null)];
  const orgName = `=Société, "Export" ${run}`;
  const email = `owner@${run}.export.example`;
  const registered = await visitor.post("/api/portal/register", {
    data: { orgName, orgType: "COMPANY", contactName: "Olive Owner", email, password: "Browser-Test-2026!" },
  });
  expect(registered.status(), await registered.text()).toBe(201);
  const { organizationId } = (await registered.json()).data;
  const command = await admin.post("/api/gov/admin/commands", {
    data: { name: `Export Directorate ${run}`, abbreviation: `EX ${run}`, echelon: "Directorate" },
  });
  const title = `Rotors, quiet; and 🚁 ${"long ".repeat(20)}${run}`;
  const engagement = await admin.post("/api/gov/engagements", {
    data: {
      title,
      type: "DEMO",
      status: "PLANNED",
      date: "2026-12-31",
      commandId: (await command.json()).data.id,
      organizationIds: [organizationId],
    },
  });
  expect(engagement.status(), await engagement.text()).toBe(201);
  return { organizationId, orgName, title, engagementId: (await engagement.json()).data.id };
}

/** Downloads a file by its row's link and reads it. */
async function download(page: Page, link: string): Promise<{ name: string; text: string }> {
  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: link }).click();
  const file = await started;
  expect(await file.failure()).toBeNull();
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}

test("an administrator downloads the ledger as a bundle, as tables and as a calendar", async ({ page, portal }, {
  project,
}) => {
  const run = project.name.replaceAll(" ", "-").toLowerCase();
  const { organizationId, orgName, title, engagementId } = await makeRecords(portal, run);
  await signIn(page, ADMIN);
  await page.getByRole("link", { name: "Administration" }).click();
  await page.getByRole("link", { name: "Export", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Export" })).toBeVisible();

  const bundle = await download(page, "JSON of the whole ledger");
  expect(bundle.name).toMatch(/^ledger-\d{4}-\d\d-\d\d\.json$/);
  const { data } = JSON.parse(bundle.text);
  const rows: { id: string; name: string }[] = data.organizations;
  expect(rows.find(({ id }) => id === organizationId)?.name).toBe(orgName);

  const table = await download(page, "CSV of organizations");
  expect(table.name).toMatch(/^organizations-\d{4}-\d\d-\d\d\.csv$/);
  const { data: cells } = Papa.parse<{ id: string; name: string }>(table.text, { header: true, skipEmptyLines: true });
  expect(cells).toHaveLength(rows.length);
  expect(cells.find(({ id }) => id === organizationId)?.name).toBe(`'${orgName}`);

  const engagements = await download(page, "CSV of engagements");
  expect(engagements.text).toContain(`${title}`);

  const calendar = await download(page, "iCalendar of calendar of engagements");
  expect(calendar.name).toMatch(/^engagements-\d{4}-\d\d-\d\d\.ics$/);
  expect(ical.sync.parseICS(calendar.text)[engagementId]).toMatchObject({
    summary: title,
    status: "TENTATIVE",
    url: `${portal.origin}/gov/engagements/${engagementId}`,
  });
  // Downloads do not leave the page.
  await expect(page.getByRole("heading", { level: 1, name: "Export" })).toBeVisible();
});
