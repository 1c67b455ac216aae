import type { Page } from "@playwright/test";
import type { Visitor } from "../support/pages";
import { test } from "./cast-test";
import { ADMIN, accountMenu, expect, PASSWORD } from "./portal";

/* If input arrives while React waits for something that the whole page needs, it never hydrates. */

const LOADS = 30;
const PAGES: readonly [Visitor, string][] = [
  ["nobody", "/login"],
  ["nobody", "/"],
  ["nobody", "/register"],
  ["acmeAdmin", "/portal/submissions/new"],
  ["systemAdmin", "/gov/submissions"],
];

/** Marks the document after hydration. React's first effect reports the page view, which this replaces. */
async function markHydration(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.sendBeacon = () => {
      document.documentElement.dataset.hydrated = "";
      return true;
    };
  });
}

/** Presses Tab and clicks an empty place while the page loads. @returns whether it hydrated */
async function loadWithEarlyInput(page: Page, address: string): Promise<boolean> {
  await page.goto(address, { waitUntil: "commit" });
  let isDone = false;
  const repeat = async (act: () => Promise<void>) => {
    while (!isDone) await act();
  };
  /* A document that has only just been committed may have no element yet. */
  const watch = page.waitForFunction(() => document.querySelector("html[data-hydrated]") !== null, null, {
    timeout: 3000,
  });
  const hydrated = watch.then(
    () => true,
    () => false,
  );
  const ended = hydrated.finally(() => {
    isDone = true;
  });
  await Promise.all([ended, repeat(() => page.keyboard.press("Tab")), repeat(() => page.mouse.click(2, 600))]);
  return hydrated;
}

for (const [visitor, address] of PAGES) {
  test(`@scripts ${address} hydrates, however early a user types or clicks`, async ({ page, cast }) => {
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await cast.actAs(page, visitor);
    await markHydration(page);
    let hydrated = 0;
    for (let load = 0; load < LOADS; load += 1) {
      if (await loadWithEarlyInput(page, address)) hydrated += 1;
    }
    expect({ errors, hydrated }).toEqual({ errors: [], hydrated: LOADS });
  });
}

test("@scripts nothing typed or sent before the scripts arrive is lost", async ({ page }) => {
  let releaseScripts = () => {};
  const arrival = new Promise<void>((resolve) => {
    releaseScripts = resolve;
  });
  await page.route("**/assets/**/*.js", async (route) => {
    await arrival;
    await route.continue();
  });
  await markHydration(page);
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill("typed@early.example");
  releaseScripts();
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  await expect(page.getByLabel("Email address")).toHaveValue("typed@early.example");

  await page.route("**/assets/**/*.js", () => {});
  await page.goto("/login", { waitUntil: "commit" });
  await page.getByLabel("Email address").fill(ADMIN);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(accountMenu(page)).toBeVisible();
});
