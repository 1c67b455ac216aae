import type { Page } from "@playwright/test";
import { pdf } from "../support/files";
import { ADMIN, expect, signIn, test } from "./portal";

const isShown = (page: Page, status: string) => expect(page.locator("h1 + .glip-status")).toHaveText(status);

async function preview(page: Page, title: string): Promise<void> {
  await signIn(page, ADMIN);
  await page.goto("/gov/announcements/new");
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Text").fill("Bring *one* slide.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "Preview" })).toBeVisible();
}

test("a user previews an announcement, drafts it with a file, schedules it and publishes it", async ({ page, portal }, {
  project,
}) => {
  const title = `Program ${project.name}`;
  await preview(page, title);
  await expect(page.locator(".glip-preview")).toBeFocused();
  await expect(page.locator(".glip-preview em")).toHaveText("one");
  await page.getByRole("button", { name: "Save draft" }).click();
  await isShown(page, "Draft");
  const { pathname } = new URL(page.url());
  const publicPage = pathname.replace("/gov", "");
  const stranger = await portal.as(null);
  expect((await stranger.get(publicPage)).status()).toBe(404);

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("Text").fill("Bring **two** slides.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.locator(".glip-preview strong").first()).toHaveText("two");
  await expect(page.getByLabel("Text")).toHaveValue("Bring **two** slides.");
  await page.getByRole("button", { name: "Save announcement" }).click();
  await isShown(page, "Draft");

  await page.getByLabel("Add files").setInputFiles({ name: "program.pdf", mimeType: "application/pdf", buffer: pdf() });
  await page.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("link", { name: /program\.pdf/ })).toBeVisible();

  await page.getByLabel("Publish at").fill("2999-03-02T09:00");
  await page.getByRole("button", { name: "Schedule" }).click();
  await isShown(page, "Scheduled");
  expect((await stranger.get(publicPage)).status()).toBe(404);

  await page.locator("summary", { hasText: "Publish now" }).click();
  await page.getByRole("button", { name: "Publish announcement" }).click();
  await isShown(page, "Published");
  await page.goto(publicPage);
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(page.getByText("program.pdf")).toBeVisible();
});

test("@scripts after a preview, a link still asks before it discards the text", async ({ page }) => {
  await preview(page, "Only looked at");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page.getByRole("alertdialog", { name: "Leave without saving?" })).toBeVisible();
});
