import { defineConfig } from "@playwright/test";
import everyTest from "./playwright.config";

/** `npm run prove:accessibility` */
export default defineConfig({
  ...everyTest,
  testMatch: /accessibility\.proof\.ts/,
  fullyParallel: true,
  globalTimeout: 2 * 60 * 60_000,
  projects: [{ name: "every page" }],
});
