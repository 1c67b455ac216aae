import type { Page } from "@playwright/test";
import { violationsOn } from "./accessibility";
import { expect, PASSWORD, signIn, signOut, test } from "./portal";
import { expectStep, registerBySteps, saveStep } from "./registration";

const WIDTHS = [1280, 375];

/** Checks the page's accessibility, and that it fits the width of the screen. */
async function expectGood(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
}

test("an organization registers step by step, sees the problems of each step, and changes an answer", async ({
  page,
  context,
  javaScriptEnabled,
}, { project }) => {
  test.setTimeout(180_000);
  const run = project.name.replaceAll(" ", "-").toLowerCase();
  await context.setExtraHTTPHeaders({ "x-forwarded-for": `198.51.100.${javaScriptEnabled ? 211 : 212}` });
  // pages.spec.ts checks the empty steps. This test checks them filled in. axe needs scripts.
  const lookAt = async () => void (javaScriptEnabled && (await expectGood(page)));
  const summary = page.getByRole("alert");

  await test.step("another organization has already registered", async () => {
    await registerBySteps(page, { company: `Taken ${run}`, name: "Tia Taken", email: `tia@taken-${run}.example` });
    await signOut(page);
  });

  await test.step("the organization: errors are shown at their fields, and the typed text stays", async () => {
    await page.goto("/register");
    await expectStep(page, "Organization");
    await expect(page).toHaveTitle(/^Step 1 of 7: Organization, Register your organization \|/);
    // The name is already registered, but only the last step may reveal this.
    await page.getByLabel("Organization name").fill(`Taken ${run}`);
    await page.getByLabel("City").fill("Norfolk");
    await page.getByRole("button", { name: "Save and continue" }).click();
    const error = summary.getByRole("link", { name: "Choose an organization type." });
    await expect(error).toBeVisible();
    if (javaScriptEnabled) await expect(summary).toBeFocused();
    await error.click();
    await expect(page.getByLabel("Organization type")).toBeInViewport();
    await expect(page.getByLabel("City")).toHaveValue("Norfolk");
    await page.getByLabel("Organization type").selectOption("COMPANY");
    await saveStep(page, "Identifiers and codes");
  });

  await test.step("the codes", async () => {
    if (javaScriptEnabled) await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await page.getByLabel("CAGE code").fill("12");
    await page.getByRole("button", { name: "Save and continue" }).click();
    await expect(summary.getByRole("link", { name: "CAGE code: Enter 5 letters and digits." })).toBeVisible();
    await page.getByLabel("CAGE code").fill(javaScriptEnabled ? "5js55" : "5no55");
    await saveStep(page, "Contacts");
  });

  await test.step("a person who is every contact is entered once", async () => {
    await page.getByLabel("Point of contact: name").fill("Dana Founder");
    await page.getByLabel("Point of contact: email").fill(`dana@meridian-${run}.example`);
    await page.getByText("The contracts contact is the same person").click();
    await expect(page.getByLabel("Contracts contact: name")).toBeHidden();
    await saveStep(page, "Size and SAM registration");
    await page.getByRole("link", { name: "Back" }).click();
    await expectStep(page, "Contacts");
    await expect(page.getByLabel("The contracts contact is the same person")).toBeChecked();
    await expect(page.getByLabel("Point of contact: name")).toHaveValue("Dana Founder");
    await saveStep(page, "Size and SAM registration");
  });

  await test.step("size and capabilities", async () => {
    await page.getByLabel("Number of employees").fill("85");
    // USWDS draws the box on the label. The input itself is off the screen.
    await page.getByText("HUBZone", { exact: true }).click();
    await page.getByLabel("SAM registration", { exact: true }).selectOption("ACTIVE");
    await saveStep(page, "Capabilities");
    await page.getByLabel("Description").fill("Vehicles that find their way together.");
    await page.getByLabel("Technology tags").fill("Swarm, Navigation");
    await saveStep(page, "Your account");
  });

  await test.step("the review lists what is missing and links to it", async () => {
    await page.goto("/register/review");
    await expect(page.getByRole("button", { name: "Register" })).toHaveCount(0);
    await page.getByRole("link", { name: "Enter a password." }).click();
    await expectStep(page, "Your account");
    await lookAt();
    await page.getByText("I am the point of contact: Dana Founder").click();
    await expect(page.getByLabel("Your name")).toBeHidden();
    await page.getByLabel("Password").fill("too short");
    await page.getByRole("button", { name: "Save and review" }).click();
    await expect(summary.getByRole("link", { name: "Password: Enter at least 14 characters." })).toBeVisible();
    await expect(page.getByLabel("I am the point of contact: Dana Founder")).toBeChecked();
    await page.getByLabel("Password").fill(PASSWORD);
    await saveStep(page, "Review and register", "Save and review");
  });

  await test.step("the review shows the answers, and the user changes one", async () => {
    await lookAt();
    const size = page.getByRole("region", { name: "Size and SAM registration" });
    await expect(size.getByText("85")).toBeVisible();
    await expect(size.getByText("HUBZone")).toBeVisible();
    await size.getByRole("link", { name: "Change" }).click();
    await expect(page.getByLabel("HUBZone")).toBeChecked();
    await page.getByLabel("Number of employees").fill("86");
    await saveStep(page, "Review and register", "Save and review");
    await expect(size.getByText("86")).toBeVisible();
    await expect(page.getByText("Same as the point of contact")).toBeVisible();
  });

  await test.step("a name that is already registered leads back to its step", async () => {
    await page.getByRole("button", { name: "Register" }).click();
    await expectStep(page, "Organization");
    await expect(summary.getByText("An organization with this name is already registered.")).toBeVisible();
    await expect(page.getByLabel("Organization name")).toBeInViewport();
    if (javaScriptEnabled) await expect(page.getByLabel("Organization name")).toBeFocused();
    await lookAt();
    await page.getByLabel("Organization name").fill(`Meridian ${run}`);
    await saveStep(page, "Review and register", "Save and review");
    await expect(page.getByText(`the administrator of Meridian ${run}`)).toBeVisible();
  });

  await test.step("two clicks register once, and the new administrator is signed in", async () => {
    await page.getByRole("button", { name: "Register" }).dblclick();
    await expect(page).toHaveURL(/\/portal$/);
    await expect(page.getByText("Your organization is registered, and you are signed in.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: `Meridian ${run}` })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/\/portal$/);
    await signOut(page);
    await page.goto("/register/review");
    await expectStep(page, "Review and register");
    await expect(page.getByText("Enter the organization name.")).toBeVisible();
    await expect(page.getByText("Meridian")).toHaveCount(0);
    await signIn(page, `dana@meridian-${run}.example`);
    await page.goto("/register");
    await expect(page).toHaveURL(/\/portal$/);
  });
});

test("a user who changes devices removes the answers from this one", async ({ page, context, javaScriptEnabled }) => {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": `198.51.100.${javaScriptEnabled ? 213 : 214}` });
  await page.goto("/register");
  await page.getByLabel("Organization name").fill("Passing Works");
  await page.getByLabel("Organization type").selectOption("OTHER");
  await saveStep(page, "Identifiers and codes");
  await page.goto("/register");
  await expect(page.getByLabel("Organization name")).toHaveValue("Passing Works");
  await page.getByRole("link", { name: "Continue at step 2" }).click();
  await expectStep(page, "Identifiers and codes");
  await page.getByRole("link", { name: "Back" }).click();
  await page.getByText("Delete my answers").click();
  await page.getByRole("button", { name: "Delete and start again" }).click();
  await expect(page.getByText("Your answers were deleted.")).toBeVisible();
  await expect(page.getByLabel("Organization name")).toHaveValue("");
});

test("@scripts what a visitor typed in a step is offered after a reload, until the answers are deleted", async ({
  page,
  context,
}) => {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": "198.51.100.219" });
  page.on("dialog", (dialog) => dialog.accept());
  const offer = page.getByText(/^You have unsaved text from /);
  await page.goto("/register");
  await page.getByLabel("Organization name").fill("Half Works");
  await page.getByLabel("Organization type").selectOption("OTHER");
  await page.reload();
  await expect(offer).toBeVisible();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Organization name")).toHaveValue("Half Works");
  await saveStep(page, "Identifiers and codes");
  await page.goto("/register");
  await expect(page.getByText("Delete my answers")).toBeVisible();
  await expect(offer).toHaveCount(0);
  await page.getByLabel("City").fill("Norfolk");
  await page.reload();
  await expect(offer).toBeVisible();
  await page.getByText("Delete my answers").click();
  await page.getByRole("button", { name: "Delete and start again" }).click();
  await expect(page.getByText("Your answers were deleted.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Organization name")).toHaveValue("");
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft ")))).toEqual([]);
});
