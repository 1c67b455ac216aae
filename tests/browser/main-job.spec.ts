import { readFile } from "node:fs/promises";
import { pdf } from "../support/files";
import { ADMIN, expect, expectReceived, PASSWORD, signIn, signOut, test } from "./portal";
import { registerBySteps } from "./registration";

test("a submission goes from registration to review, and its company is notified", async ({ page, portal }, {
  project,
}) => {
  // Names differ between the two runs because they share a server.
  const run = project.name.replaceAll(" ", "-").toLowerCase();
  const company = `Meridian Robotics ${run}`;
  const submitter = `dana@${run}.example`;
  const reviewer = `poc@${run}.agency.example`;
  const title = `Swarm navigation ${run}`;
  const tag = `swarm ${run}`;

  await test.step("the administrator creates a command and its point of contact", async () => {
    const api = await portal.as(ADMIN);
    const command = await api.post("/api/gov/admin/commands", {
      data: { name: `Autonomy Directorate ${run}`, abbreviation: run, echelon: "Directorate" },
    });
    expect(command.status()).toBe(201);
    const { data } = await command.json();
    const made = await api.post("/api/gov/admin/users", {
      data: { email: reviewer, name: "Robin Poc", password: PASSWORD, role: "GOV_POC", commandId: data.id },
    });
    expect(made.status()).toBe(201);
  });

  await test.step("the point of contact follows a tag", async () => {
    await signIn(page, reviewer);
    await page.goto("/notifications/settings");
    const group = page.getByRole("group", { name: "Submissions routed to me" });
    await group.getByLabel("Tags").fill(`Autonomy, ${tag}`);
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await expect(group.locator("[name=techTags]")).toHaveValue(`autonomy, ${tag}`);
    await signOut(page);
  });

  await test.step("the company registers and fixes the errors it sees", async () => {
    await page.goto("/register");
    await page.getByLabel("Organization name").fill(company);
    await page.getByRole("button", { name: "Save and continue" }).click();
    const summary = page.getByRole("alert");
    await expect(summary.getByRole("heading", { name: "There is a problem" })).toBeVisible();
    const error = summary.getByRole("link", { name: "Choose an organization type." });
    await expect(error).toBeVisible();
    // Following the link to the field keeps the typed text.
    await error.click();
    await expect(error).toBeVisible();
    await expect(page.getByLabel("Organization type")).toBeInViewport();
    await expect(page.getByLabel("Organization name")).toHaveValue(company);
    await registerBySteps(page, { company, name: "Dana Founder", email: submitter });
  });

  await test.step("the company submits a document, and its first file is refused", async () => {
    await expect(page.getByRole("heading", { level: 1, name: company })).toBeVisible();
    await page.getByRole("link", { name: "New submission" }).click();
    await page.getByLabel("Type of document").selectOption("WHITE_PAPER");
    await page.getByLabel("Title").fill(title);
    await page.getByLabel("Summary").fill("Vehicles that find their way together without satellites.");
    await page.getByLabel("Technology tags").fill(`Navigation, ${tag.toUpperCase()}`);
    const lie = { name: "paper.pdf", mimeType: "application/pdf", buffer: Buffer.from("This is no PDF.") };
    await page.getByLabel("File").setInputFiles(lie);
    await page.getByRole("button", { name: "Submit" }).click();
    await expect(
      page
        .getByRole("alert")
        .getByRole("link", { name: "This is not a PDF, although its name says so. Choose another file." }),
    ).toBeVisible();
    await expect(page.getByLabel("Title")).toHaveValue(title);

    await page.getByLabel("File").setInputFiles({ name: "paper.pdf", mimeType: "application/pdf", buffer: pdf() });
    await page.getByRole("button", { name: "Submit" }).click();
    await expectReceived(page);
    await expect(page.getByText("It reached government reviewers.")).toBeVisible();
    await signOut(page);
  });

  await test.step("the point of contact is notified, reads the file and marks it reviewed", async () => {
    await signIn(page, reviewer);
    await page.getByRole("link", { name: "Notifications, 1 unread" }).click();
    await page.getByRole("link", { name: `New submission: ${title}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: company })).toBeVisible();
    // Opening it marks the notification as read, and this page already counts it.
    await expect(page.getByRole("link", { name: "Notifications", exact: true })).toBeVisible();
    const record = page.getByRole("region", { name: "Submission from your notification" });
    const download = page.waitForEvent("download");
    await record.getByRole("link", { name: /paper\.pdf/ }).click();
    expect(await readFile(await (await download).path())).toEqual(pdf());
    await expect(record.getByText("we notify the person who submitted it")).toBeVisible();
    await record.getByRole("button", { name: "Mark reviewed" }).click();
    await expect(
      page.getByText("Submission marked reviewed. The person who submitted it, or took over their work, was notified."),
    ).toBeVisible();
    await expect(record.getByRole("button", { name: "Mark reviewed" })).toHaveCount(0);
    await signOut(page);
  });

  await test.step("the company is notified and sees the new status in the submission's timeline", async () => {
    await signIn(page, submitter);
    await page.getByRole("link", { name: "Notifications, 1 unread" }).click();
    await page.getByRole("link", { name: `Reviewed: ${title}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Reviewed (Done)" })).toBeVisible();
    await page.getByRole("link", { name: "Notifications", exact: true }).click();
    await expect(page.getByRole("link", { name: `Reviewed: ${title}` })).toBeVisible();
    await expect(page.getByText("Unread:")).toHaveCount(0);
  });
});
