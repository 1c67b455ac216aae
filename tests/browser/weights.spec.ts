import { PAGE_ROUTES } from "../../app/routes.js";
import { test } from "./cast-test";
import { movedOn, watchLayout } from "./layout-shift";
import { expect } from "./portal";
import { hasMostAccess, VISITORS, visit, visitsOf } from "./visits";

test.use({ settings: { DEMO_LOCK_CREDENTIALS: "false" } });

const KB = 1000;
/** A submission's page for government has the most forms. */
const MOST_SCRIPT = 110 * KB;
const MOST_STYLE = 30 * KB;

const WIDTHS = [375, 1280];

test("@scripts no page sends too much, or moves while it loads", async ({ page, cast }) => {
  test.setTimeout(480_000);
  const records = await cast.records();
  const network = await page.context().newCDPSession(page);
  await network.send("Network.enable");
  await network.send("Network.setCacheDisabled", { cacheDisabled: true });
  const sent = { script: 0, style: 0 };
  network.on("Network.responseReceived", ({ response: { mimeType, headers, url } }) => {
    const kind = /javascript/.test(mimeType) ? "script" : /css/.test(mimeType) ? "style" : null;
    if (kind === null) return;
    // The compressed size of the body, without headers.
    expect(headers["content-length"], url).toMatch(/^[0-9]+$/);
    sent[kind] += Number(headers["content-length"]);
  });
  await watchLayout(page);
  const faults: string[] = [];
  for (const { path } of PAGE_ROUTES) {
    const visitor = VISITORS.findLast((other) => hasMostAccess(other, path));
    if (!visitor) continue;
    await cast.actAs(page, visitor);
    const [first] = visitsOf(visitor, records).filter((to) => to.path === path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      Object.assign(sent, { script: 0, style: 0 });
      await visit(page, `${first?.address}`);
      expect(sent.script, `${path} sends scripts`).toBeGreaterThan(0);
      expect(sent.style, `${path} sends styles`).toBeGreaterThan(0);
      if (sent.script > MOST_SCRIPT || sent.style > MOST_STYLE) faults.push(`${path}: ${JSON.stringify(sent)}`);
      for (const moved of await movedOn(page)) faults.push(`${path} at ${width} moves ${moved}`);
    }
  }
  expect(faults).toEqual([]);
});
