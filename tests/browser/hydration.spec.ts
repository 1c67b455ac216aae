import type { Page } from "@playwright/test";
import type { Visitor } from "../support/pages";
import { test } from "./cast-test";
import { ADMIN, accountMenu, expect, PASSWORD } from "./portal";

/* React fails for good when input arrives while it waits for something that the whole page needs. */

const LOADS = 30;
const PAGES: readonly [Visitor, string][] = [
  ["nobody", "/login"],
  ["nobody", "/"],
  ["nobody", "/register"],
  ["acmeAdmin", "/portal/submissions/new"],
  ["systemAdmin", "/gov/submissions"],
];

/** Marks the document when its scripts have taken over: their first effect reports the view, which is not sent here. */
async function noteHydration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.sendBeacon = () => {
      document.documentElement.dataset.hydrated = "";
      return true;
    };
  });
}

/** Presses Tab and clicks an empty place from the first moment. @returns whether the page then hydrated. */
async function loadWithEarlyInput(page: Page, address: string): Promise<boolean> {
  await page.goto(address, { waitUntil: "commit" });
  let isOver = false;
  const repeat = async (act: () => Promise<void>) => {
    while (!isOver) await act();
  };
  const watch = page.waitForFunction(() => "hydrated" in document.documentElement.dataset, null, { timeout: 3000 });
  const taken = watch.then(
    () => true,
    () => false,
  );
  const ended = taken.finally(() => {
    isOver = true;
  });
  await Promise.all([ended, repeat(() => page.keyboard.press("Tab")), repeat(() => page.mouse.click(2, 600))]);
  return taken;
}

for (const [visitor, address] of PAGES) {
  test(`@scripts ${address} hydrates, however early a user types or clicks`, async ({ page, cast }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await cast.comeAs(page, visitor);
    await noteHydration(page);
    let hydrated = 0;
    for (let load = 0; load < LOADS; load += 1) {
      if (await loadWithEarlyInput(page, address)) hydrated += 1;
    }
    expect({ errors, hydrated }).toEqual({ errors: [], hydrated: LOADS });
  });
}

test("@scripts nothing typed or sent before the scripts arrive is lost", async ({ page }) => {
  let letScriptsIn = () => {};
  const arrival = new Promise<void>((resolve) => {
    letScriptsIn = resolve;
  });
  await page.route("**/assets/**/*.js", async (route) => {
    await arrival;
    await route.continue();
  });
  await noteHydration(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill("typed@early.example");
  letScriptsIn();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(page.getByLabel("Email address")).toHaveValue("typed@early.example");

  await page.route("**/assets/**/*.js", () => {});
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill(ADMIN);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(accountMenu(page)).toBeVisible();
});
