import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { STYLES_FOLDER } from "../../app/programs/sass.mjs";
import { stylePageDocument } from "../../dev/style-page/document";
import { findBrowser } from "./ensure-browser.mjs";

/*
 * Compares each group of components on the style page with its picture. `npm run test:browser -- styles
 * --update-snapshots` takes new pictures.
 */

const ORIGIN = "http://styles.example";
const WIDTHS = [375, 1280];
const SCHEMES = ["light", "dark"] as const;
/** A font or an image of the design system, by the address that the built stylesheet has for it. */
const PACKAGE_FILE = /^\/node_modules\/@uswds\/uswds\/dist\/(fonts|img)\/[\w/-]+\.(woff2|svg|png)$/;
/** Edges of letters differ between versions of Chromium. A few pixels of a new color or another place are more than this. */
const LENIENCE = { threshold: 0.1, maxDiffPixelRatio: 0.0005 };
/** The reader's monospace font differs between machines. */
const SAME_FONT = "code, pre, kbd { font-family: inherit !important }";

// Chromium without a window shapes letters like Chromium on a usual Linux desktop, and neither uses subpixels of one color.
const args = ["--font-render-hinting=slight", "--disable-lcd-text"];
test.use({ launchOptions: { executablePath: findBrowser(), args } });

/** Serves the style page, without a server, with the stylesheet of the build. */
async function openStylePage(page: Page): Promise<void> {
  const { status, text } = await stylePageDocument();
  expect(status, text).toBe(200);
  await page.route(`${ORIGIN}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/styles") return route.fulfill({ contentType: "text/html", body: text });
    if (PACKAGE_FILE.test(pathname)) return route.fulfill({ path: join(import.meta.dirname, "../..", pathname) });
    const file = join(STYLES_FOLDER, "generated", pathname.replace("/__dev/", ""));
    if (!file.endsWith(".css")) return route.fulfill({ path: file });
    // The pictures need their fonts, however late they come.
    const css = readFileSync(file, "utf8").replaceAll("font-display:optional", "font-display:block");
    return route.fulfill({ contentType: "text/css", body: css });
  });
  await page.goto(`${ORIGIN}/styles`);
  await page.addStyleTag({ content: SAME_FONT });
  await page.evaluate(() => document.fonts.ready);
}

test("@scripts every component looks as in its picture", async ({ page }) => {
  test.skip(process.platform !== "linux", "Controls look different on other systems.");
  await openStylePage(page);
  const groups = await page.locator("main > section").evaluateAll((sections) => sections.map(({ id }) => id));
  expect(groups.length).toBeGreaterThan(5);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      for (const group of groups) {
        // Alone, so that no picture depends on the height of the groups above.
        await page.locator("main > section").evaluateAll((sections, id) => {
          for (const section of sections) (section as HTMLElement).style.display = section.id === id ? "" : "none";
        }, group);
        const picture = await page.locator(`#${group}`).screenshot({ animations: "disabled" });
        expect.soft(picture).toMatchSnapshot(`${group}-${width}-${colorScheme}.png`, LENIENCE);
      }
    }
  }
});
