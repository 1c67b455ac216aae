import type { Locator, Page } from "@playwright/test";
import { emailOf, idOf, ORGANIZATIONS } from "../support/cast";
import { test } from "./cast-test";
import { expect } from "./portal";

// Making records of every kind needs unlocked credentials.
test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false" } });

/* An engagement from its plan to its last task. */

const main = (page: Page) => page.getByRole("main");

test("a lead plans an engagement two clicks from the organizations, and a colleague does its task", async ({
  page,
  cast,
}, { project }) => {
  const title = `Rotor day ${project.name}`;
  const task = `Send the figures ${project.name}`;

  await test.step("the form is two clicks away, with the organization chosen", async () => {
    await cast.actAs(page, "lead");
    await page.goto("/gov/organizations");
    let clicks = 0;
    const click = async (link: Locator) => {
      clicks += 1;
      await link.click();
    };
    await click(main(page).locator(`a[href^="/gov/organizations/${ORGANIZATIONS.acme}"]`).first());
    await click(page.getByRole("link", { name: "Plan an engagement" }));
    await expect(page.getByRole("heading", { level: 1, name: /^Plan an engagement with acme/ })).toBeVisible();
    expect(clicks).toBe(2);
    await expect(page.getByRole("checkbox", { name: /acme industries/ })).toBeChecked();
  });

  await test.step("the lead finds a colleague, and says when and what", async () => {
    await page.getByLabel("Date").fill("2099-03-12");
    await page.getByLabel("Start").fill("09:00");
    await page.getByLabel("End", { exact: true }).fill("11:30");
    await page.getByLabel("Title").fill(title);
    await page.getByLabel(/^Type/).selectOption("INDUSTRY_DAY");
    await page.getByLabel("Find people").fill(emailOf("poc"));
    await page.getByRole("button", { name: "Find people" }).click();
    await expect(page.getByText(`1 person matches “${emailOf("poc")}”`)).toBeVisible();
    await page.locator(`label[for="attendeeIds-${idOf("poc")}"]`).click();
    await page.getByRole("button", { name: "Save engagement" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByText("9:00 AM to 11:30 AM EDT").first()).toBeVisible();
    await expect(page.getByText("Government attendees", { exact: true })).toBeVisible();
  });

  await test.step("the lead gives the colleague a task", async () => {
    await page.getByText("Add a task", { exact: true }).click();
    await page.getByRole("textbox", { name: "Task" }).fill(task);
    await page.getByLabel("Owner").selectOption(idOf("poc"));
    await page.getByLabel("Due").fill("2099-03-20");
    await page.getByRole("button", { name: "Add task" }).click();
    await expect(page.getByText(/due Mar 20, 2099/)).toBeVisible();
  });

  await test.step("on paper, when and where comes first, and no form is left", async () => {
    await page.emulateMedia({ media: "print" });
    for (const what of ["button", "form", "summary"]) {
      await expect(main(page).locator(what).filter({ visible: true }), what).toHaveCount(0);
    }
    const [when, tasks] = await Promise.all(
      ["Engagement", "Follow-up tasks (1)"].map((name) =>
        page.getByRole("heading", { name, exact: true }).boundingBox(),
      ),
    );
    expect(when?.y).toBeLessThan(tasks?.y ?? 0);
    await page.emulateMedia({ media: null });
  });

  await test.step("the engagement is in its month and in the agenda", async () => {
    await page.goto("/gov/engagements?month=2099-02");
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Month" }).click();
    await page.getByRole("navigation", { name: "Months" }).getByRole("link", { name: "Mar 2099" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Mar 2099" })).toBeVisible();
    const day = page.getByRole("cell").filter({ has: page.locator('time[datetime="2099-03-12"]') });
    await expect(day.getByRole("link", { name: `9:00 AM ${title}` })).toBeVisible();
    await day.getByRole("link", { name: "Thu, Mar 12" }).click();
    await expect(page.getByRole("heading", { level: 2, name: "Thursday, Mar 12, 2099" })).toBeVisible();
    await page.getByRole("link", { name: title }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  });

  await test.step("the colleague marks it done on the dashboard with one click", async () => {
    await cast.actAs(page, "poc");
    await page.goto("/gov");
    await page.getByRole("button", { name: `Done ${task}` }).click();
    await expect(page.getByRole("status").getByText("Task done.")).toBeVisible();
    await expect(page.getByRole("button", { name: `Done ${task}` })).toHaveCount(0);
  });
});

test("on a phone, a month is a list of the days that have engagements", async ({ page, cast }) => {
  const records = await cast.newRecords();
  await cast.actAs(page, "lead");
  await page.setViewportSize({ width: 375, height: 800 });
  await page.goto("/gov/engagements?view=month&month=2026-03");
  await expect(page.locator('time[datetime="2026-03-10"]')).toContainText("Tue, Mar 10");
  await expect(page.locator('time[datetime="2026-03-11"]')).toBeHidden();
  await expect(main(page).locator(`a[href="/gov/engagements/${records.byPage.engagements}"]`)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});
