import type { Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { ADMIN, expect, expectReceived, PASSWORD, type Portal, signIn, test } from "./portal";

/* What a form's fields show while a user fills them in. */

async function beginSubmission(page: Page, portal: Portal, name: string): Promise<void> {
  const email = `owner@${name.toLowerCase().replace(/\W+/g, "-")}.example`;
  const data = { orgName: name, orgType: "COMPANY", contactName: "Olive Owner", email, password: PASSWORD };
  expect((await (await portal.as(null)).post("/api/portal/register", { data })).status()).toBe(201);
  await signIn(page, email);
  await page.goto("/portal/submissions/new");
  await page.getByLabel("Type of document").selectOption("WHITE_PAPER");
  await page.getByLabel("Title").fill("Quiet rotors");
}

const submit = (page: Page) => page.getByRole("button", { name: "Submit" }).click();
const summaryField = (page: Page) => page.getByRole("textbox", { name: "Summary" });
/** The visible count below the summary field. */
const countOf = (page: Page) => page.locator(".usa-form-group", { has: summaryField(page) }).locator("[aria-hidden]");

test("@scripts the page counts line breaks and emoji in a text as the server does", async ({ page, portal }) => {
  await beginSubmission(page, portal, "Counted");
  await expect(countOf(page)).toHaveText("Between 10 and 5,000 characters");
  await summaryField(page).fill("Short");
  await expect(countOf(page)).toHaveText("5 more characters needed");
  // 5,000 characters, which are 5,200 UTF-16 units and 10,000 bytes. The server drops the spaces around them. There are only
  // a hundred emoji and lines, because a browser takes seconds to lay out thousands.
  const full = "😀\nabé".repeat(100) + "é".repeat(4_500);
  await summaryField(page).fill(`  ${full}\n\n`);
  await expect(countOf(page)).toHaveText("0 characters left");
  await expect(countOf(page)).not.toHaveClass(/invalid/);
  await summaryField(page).fill(`${full}y`);
  await expect(countOf(page)).toHaveText("1 character over limit");
  await expect(countOf(page)).toHaveClass(/invalid/);
  await submit(page);
  await expect(page.getByRole("link", { name: "Summary: Enter at most 5,000 characters." })).toBeVisible();
  // The page must not truncate the text.
  await expect(summaryField(page)).toHaveValue(`${full}y`);
  await summaryField(page).fill(`  ${full}\n\n`);
  await submit(page);
  await expectReceived(page);
});

test("@scripts a screen reader announces the count once, when typing pauses", async ({ page, portal }) => {
  await page.clock.install();
  await beginSubmission(page, portal, "Announced");
  const live = page.locator(".usa-form-group", { has: summaryField(page) }).locator('[aria-live="polite"]');
  await expect(live).toHaveText("");
  const nearly = "Rotors that nobody hears. ".repeat(180);
  await summaryField(page).fill(nearly);
  const left = `${(5_000 - nearly.trim().length).toLocaleString("en-US")} characters left`;
  await expect(countOf(page)).toHaveText(left);
  await expect(live).toHaveText("");
  await page.clock.fastForward(1_300);
  await expect(live).toHaveText(left);
});

test("@scripts a limit shows only when the text comes near it", async ({ page, portal }) => {
  await beginSubmission(page, portal, "Near");
  const title = page.getByLabel("Title");
  const count = page.locator(".usa-form-group", { has: title }).locator("[aria-hidden]");
  await expect(title).not.toHaveAccessibleDescription(/character/);
  await title.fill("é".repeat(180));
  await expect(count).toHaveCount(0);
  await title.fill("é".repeat(200));
  await expect(count).toHaveText("55 characters left");
  await title.fill("é".repeat(256));
  await expect(count).toHaveText("1 character over limit");
});

test("the limit is shown under the field, and its hint is part of the field's description", async ({ page, portal }, {
  project,
}) => {
  await beginSubmission(page, portal, `Hinted ${project.name}`);
  await expect(summaryField(page)).toHaveAccessibleDescription("Between 10 and 5,000 characters");
  await expect(page.getByText("Required fields are marked with a red asterisk (*).")).toHaveCount(1);
});

test("@scripts a refused form has no accessibility problem, on a desktop and on a phone", async ({ page, portal }) => {
  const admin = await portal.as(ADMIN);
  expect((await admin.post("/api/gov/admin/tags", { data: { label: "swarms" } })).status()).toBe(201);
  await beginSubmission(page, portal, "Accessible");
  await summaryField(page).fill("Short");
  await page.getByLabel("Technology tags").fill("Swarms, SWARMS");
  await page.locator("summary", { hasText: "Suggested tags" }).click();
  await submit(page);
  await expect(page.getByRole("alert")).toBeFocused();
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
  }
});

test("tags can be picked from the suggestions, by mouse and by keyboard, and typed next to them", async ({
  page,
  portal,
}, { project }) => {
  const admin = await portal.as(ADMIN);
  const labels = ["autonomy", "counter-uas", "edge computing"].map((label) => `${label} ${project.name.slice(0, 4)}`);
  for (const label of labels) {
    expect((await admin.post("/api/gov/admin/tags", { data: { label: label.toLowerCase() } })).status()).toBe(201);
  }
  await beginSubmission(page, portal, `Tagged ${project.name}`);
  const [autonomy = "", uas = "", edge = ""] = labels.map((label) => label.toLowerCase());
  const field = page.getByLabel("Technology tags");
  const suggested = page.locator("summary", { hasText: "Suggested tags" });
  await suggested.click();
  if (project.name === "without JavaScript") {
    await expect(page.getByRole("listitem").filter({ hasText: uas })).toBeVisible();
    return;
  }
  const sent = page.locator("[name=techTags]");
  const chips = page.locator(".glip-chip");
  const suggestion = (name: string) => page.locator("details").getByRole("button", { name });
  await field.fill("Quiet Rotors, auto");
  await expect(chips).toHaveText(/^quiet rotors/);
  await suggestion(autonomy).click();
  await expect(sent).toHaveValue(`quiet rotors, ${autonomy}`);
  await expect(field).toHaveValue("");
  await suggestion(edge).focus();
  await page.keyboard.press("Space");
  await expect(suggestion(edge)).toBeFocused();
  await expect(suggestion(edge)).toHaveAttribute("aria-pressed", "true");
  await expect(suggestion(uas)).toHaveAttribute("aria-pressed", "false");
  await suggestion(autonomy).click();
  await expect(sent).toHaveValue(`quiet rotors, ${edge}`);
  await summaryField(page).fill("Rotors that nobody hears.");
  await submit(page);
  await expectReceived(page);
  await expect(page.getByText(edge)).toBeVisible();
});

test("@scripts a list of tags becomes chips, which a mouse or a keyboard removes and a tab keeps", async ({
  page,
  portal,
}) => {
  page.on("dialog", (dialog) => dialog.accept());
  const admin = await portal.as(ADMIN);
  expect((await admin.post("/api/gov/admin/tags", { data: { label: "lidar" } })).status()).toBe(201);
  const call = { title: "Quiet lidar", description: "Lidar that nobody hears.", techTags: "lidar", status: "OPEN" };
  expect((await admin.post("/api/gov/calls", { data: call })).status()).toBe(201);
  await beginSubmission(page, portal, "Chipped");
  const field = page.getByLabel("Technology tags");
  const sent = page.locator("[name=techTags]");
  const group = page.locator(".usa-form-group", { has: field });
  const said = group.locator("[aria-live=polite]").first();

  await field.evaluate((input: HTMLInputElement) => {
    // As browsers do for what the clipboard has.
    input.value = "Rotors, Lidar, AI";
    input.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste" }));
  });
  await expect(sent).toHaveValue("rotors, lidar, ai");
  await expect(said).toHaveText("Added: rotors, lidar, ai.");
  await field.focus();
  await page.keyboard.type("Deep Sea");
  await page.keyboard.press("Enter");
  await expect(sent).toHaveValue("rotors, lidar, ai, deep sea");
  await page.keyboard.press("Backspace");
  await expect(said).toHaveText("Removed: deep sea.");
  await page.keyboard.type("Half a t");
  await expect(sent).toHaveValue(/Half a t/i);
  await page.keyboard.press("Escape");
  await expect(field).toHaveValue("");
  await expect(sent).toHaveValue("rotors, lidar, ai");
  await page.getByRole("button", { name: "Remove rotors" }).press("Enter");
  await expect(field).toBeFocused();
  await page.getByRole("button", { name: "Remove ai" }).click();
  await expect(sent).toHaveValue("lidar");
  await page.locator("summary", { hasText: "Suggested tags" }).click();
  await expect(page.getByRole("button", { name: "lidar 1 open call", pressed: true })).toBeVisible();
  expect(await violationsOn(page)).toEqual([]);

  await field.press("x");
  await page.reload();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByRole("button", { name: "Remove lidar" })).toBeVisible();
  await field.fill(`${"é".repeat(250)}, ${"e".repeat(237)}`);
  await expect(group.locator(".usa-character-count__status")).toHaveText("1 character left");
});
