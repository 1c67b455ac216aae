import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { findBrowser } from "./ensure-browser.mjs";

const executablePath = findBrowser();
const desktop = { ...devices["Desktop Chrome"], launchOptions: { executablePath } };

export default defineConfig({
  testDir: ".",
  outputDir: "results",
  fullyParallel: false,
  // Every worker has a server and a database of its own.
  workers: availableParallelism(),
  // A retry would hide a fault.
  retries: 0,
  reporter: [["list"]],
  timeout: 60_000,
  // A trace takes a fifth of the time; where a picture is not enough, `npm run test:browser -- --trace on` makes one.
  use: { ...desktop, screenshot: "only-on-failure", trace: "off" },
  projects: [
    // The longest first, and then the walk through all forms: no worker should wait for them at the end.
    { name: "every page", use: { javaScriptEnabled: true }, testMatch: /pages\.spec/ },
    // axe and the console need JavaScript; the walk through the main job does not.
    // Of what scripts alone do (@scripts) there is nothing to be seen.
    {
      name: "without JavaScript",
      use: { javaScriptEnabled: false },
      // What these show beside their forms, which the walk through all forms sends, is the same with scripts.
      testIgnore: /(pages|export|feeds|fields|lists|search|traffic)\.spec/,
      grepInvert: /@scripts/,
    },
    // How forms answer without scripts is seen without them alone.
    { name: "with JavaScript", use: { javaScriptEnabled: true }, testIgnore: /(forms|pages)\.spec/ },
  ],
});
