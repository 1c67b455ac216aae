/*
 * `npm run bench:dev`: how long after a save a browser shows the change under `npm run dev`, on a copy of the tree. It
 * ends with 1 when the slowest of them takes longer than it may.
 */
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { findBrowser } from "../browser/ensure-browser.mjs";
import { startDevLoop } from "../support/dev-loop";

const TIMES = Number(process.env.TIMES ?? 10);
/** How long a change may take to show, in milliseconds. */
const LIMITS = { page: 2000, "server module": 2000, style: 1000 } as const;
/** People think between two saves, and the loop makes ready for the next. */
const PAUSE_MILLISECONDS = 3000;
/** Asking without a pause would take a core from what is measured. */
const POLL_MILLISECONDS = 20;
const GIVE_UP_MILLISECONDS = 20_000;

const HOME = "app/routes/public/home.tsx";
const HEADING = "Bring your technology to the government";

const browser = await chromium.launch({ executablePath: findBrowser() });
const loop = await startDevLoop();

/** Milliseconds from an edit until the page shows it. */
async function timeOf(page: Page, edit: () => void, isShown: string): Promise<number> {
  await page.waitForTimeout(PAUSE_MILLISECONDS);
  const started = performance.now();
  edit();
  for (;;) {
    // A page that reloads cannot be asked.
    if (await page.evaluate(isShown).catch(() => false)) return Math.round(performance.now() - started);
    await pause(POLL_MILLISECONDS);
    if (performance.now() - started > GIVE_UP_MILLISECONDS) throw new Error(`It never showed:\n${loop.printed()}`);
  }
}

const heading = (turn: number) => (turn === 0 ? HEADING : `${HEADING} ${turn}`);
const agency = (turn: number) => `settings.agencyName${turn === 0 ? "" : ` + " ${turn}"`}`;
const margin = (turn: number) =>
  `@use "uswds-core" as uswds;${turn === 0 ? "" : `\n.glip-header { margin-bottom: ${turn}px; }`}\n`;

try {
  const page = await browser.newPage();
  await page.goto(`${loop.origin}/`);
  const edits: Record<keyof typeof LIMITS, (turn: number) => Promise<number>> = {
    page: (turn) =>
      timeOf(
        page,
        () => loop.edit(HOME, `"${heading(turn - 1)}"`, `"${heading(turn)}"`),
        `document.querySelector("h1")?.textContent === ${JSON.stringify(heading(turn))}`,
      ),
    "server module": (turn) =>
      timeOf(
        page,
        () =>
          loop.edit(
            "app/web/pages/frame.server.ts",
            `agencyName: ${agency(turn - 1)},`,
            `agencyName: ${agency(turn)},`,
          ),
        `document.querySelector(".glip-header__agency")?.textContent.endsWith(" ${turn}")`,
      ),
    style: (turn) =>
      timeOf(
        page,
        () => loop.edit("app/ui/styles/_print.scss", margin(turn - 1), margin(turn)),
        `getComputedStyle(document.querySelector(".glip-header")).marginBottom === "${turn}px"`,
      ),
  };
  for (const [name, limit] of Object.entries(LIMITS) as [keyof typeof LIMITS, number][]) {
    const times: number[] = [];
    for (let turn = 1; turn <= TIMES; turn += 1) times.push(await edits[name](turn));
    const slowest = Math.max(...times);
    const median = times.toSorted((a, b) => a - b)[Math.floor(TIMES / 2)];
    process.stdout.write(`A changed ${name} shows after ${median} ms (median), ${slowest} ms (slowest), of ${times}\n`);
    if (slowest > limit) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await loop.remove();
}
