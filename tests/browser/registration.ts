import type { Page } from "@playwright/test";
import { expect, PASSWORD } from "./portal";

/** A person who registers with only the required fields. */
export interface Newcomer {
  company: string;
  name: string;
  email: string;
}

/** Saves the current step and waits for the next. @param title the heading of the next step */
export async function saveStep(page: Page, title: string, button = "Save and continue"): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await expectStep(page, title);
}

export async function expectStep(page: Page, title: string): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(new RegExp(`^Step \\d of 7: ${title}$`));
}

/** Registers through all steps with only the required fields. Registration signs the person in. */
export async function registerBySteps(page: Page, newcomer: Newcomer): Promise<void> {
  await page.goto("/register");
  await fillInSteps(page, newcomer);
  await expect(page).toHaveURL(/\/portal$/);
  await expect(page.getByText("Your organization is registered, and you are signed in.")).toBeVisible();
}

/** Fills in all steps from the first, which is open, and registers. */
export async function fillInSteps(page: Page, { company, name, email }: Newcomer): Promise<void> {
  await page.getByLabel("Organization name").fill(company);
  await page.getByLabel("Organization type").selectOption("COMPANY");
  await saveStep(page, "Identifiers and codes");
  await saveStep(page, "Contacts");
  await saveStep(page, "Size and SAM registration");
  await saveStep(page, "Capabilities");
  await saveStep(page, "Your account");
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Your email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await saveStep(page, "Review and register");
  await page.getByRole("button", { name: "Register" }).click();
}
