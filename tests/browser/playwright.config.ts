import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./ensure-browser.mjs";

const executablePath = findBrowser();
const desktop = { ...devices["Desktop Chrome"], launchOptions: { executablePath } };

export default defineConfig({
  testDir: ".",
  outputDir: "results",
  // The components' pictures (styles.spec.ts) are the same for every project.
  snapshotPathTemplate: "{testDir}/style-pictures/{arg}{ext}",
  fullyParallel: false,
  // Every worker has its own server and database.
  workers: availableParallelism(),
  // A retry would hide a flaw.
  retries: 0,
  reporter: [["list"]],
  timeout: 60_000,
  // On a busy machine, a sign-in can take longer than the usual five seconds: it hashes a password.
  expect: { timeout: 15_000 },
  // Reports which test hangs before dev/test.mjs ends the whole run.
  globalTimeout: 28 * 60_000,
  // Traces cost a fifth of the time. If a screenshot is not enough, use `npm run test:browser -- --trace on`.
  use: { ...desktop, screenshot: "only-on-failure", trace: "off" },
  projects: [
    // The longest file runs first and the forms next, so that no worker waits for them at the end.
    { name: "every page", use: { javaScriptEnabled: true }, testMatch: /pages\.spec/ },
    // Tests tagged @scripts test what only scripts do. axe also needs JavaScript.
    {
      name: "without JavaScript",
      use: { javaScriptEnabled: false },
      // Without JavaScript, these pages differ only in their forms, which forms.spec.ts sends.
      testIgnore: /(pages|export|feeds|fields|lists|search|traffic)\.spec/,
      grepInvert: /@scripts/,
    },
    // forms.spec.ts tests forms without JavaScript.
    { name: "with JavaScript", use: { javaScriptEnabled: true }, testIgnore: /(forms|pages)\.spec/ },
  ],
});
