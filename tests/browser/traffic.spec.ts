import type { Page } from "@playwright/test";
import { ADMIN, expect, signIn, test } from "./portal";

const PATH = "/api/analytics/pageview";

/** The clients' addresses. They differ from those of other tests, whose views would count toward the rate limit. */
const HERE = { "x-forwarded-for": "198.51.100.201" };
const ELSEWHERE = { "x-forwarded-for": "198.51.100.202" };

/** Collects the views that a page reports, and its errors. */
async function listen(page: Page) {
  const views: unknown[] = [];
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  // Playwright cannot read the body of a beacon.
  await page.exposeFunction("recordView", (text: string) => views.push(JSON.parse(text)));
  await page.addInitScript(() => {
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      (body as Blob).text().then((window as unknown as { recordView: (text: string) => void }).recordView);
      return send(address, body);
    };
  });
  return { views, errors };
}

test("pages report visits as visitors navigate, and a system administrator reads the totals", async ({
  page,
  context,
  portal,
  javaScriptEnabled,
}) => {
  await context.setExtraHTTPHeaders(HERE);
  const { errors, views } = await listen(page);
  // Wait for each view's response before the next page, so that no view is late or lost.
  const reported = async (go: () => Promise<unknown>) => {
    const before = views.length;
    const response = javaScriptEnabled ? page.waitForResponse((candidate) => candidate.url().endsWith(PATH)) : null;
    await go();
    expect((await response)?.status() ?? 201).toBe(201);
    if (javaScriptEnabled) await expect.poll(() => views.length).toBe(before + 1);
  };

  await test.step("a visitor goes from page to page", async () => {
    await reported(() => page.goto("/calls?q=quiet#main-content"));
    await reported(() => page.getByRole("link", { name: "Announcements", exact: true }).click());
    await reported(() => page.getByRole("link", { name: "Open calls", exact: true }).first().click());
    await expect(page.getByRole("heading", { level: 1, name: "Open calls" })).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });

  await test.step("a new query or fragment is not a new page", async () => {
    if (!javaScriptEnabled) return;
    // If the page reported these, the list below would have more views.
    await page.evaluate(() => window.history.pushState({}, "", "?q=other"));
    await page.evaluate(() => {
      window.location.hash = "main-content";
    });
    await page.getByRole("link", { name: "Skip to main content" }).press("Enter");
  });

  await test.step("a page load reports the previous page only if it is on this site", async () => {
    await reported(async () => {
      await page.goto("/register", { referer: new URL("/announcements?page=1", page.url()).href });
    });
    await reported(async () => {
      await page.goto("/login", { referer: "https://elsewhere.example/secret?x" });
    });
  });

  await test.step("the reports have only paths", async () => {
    const expected = [
      { path: "/calls", referrer: null },
      { path: "/announcements", referrer: "/calls" },
      { path: "/calls", referrer: "/announcements" },
      { path: "/register", referrer: "/announcements" },
      { path: "/login", referrer: null },
    ];
    expect(views).toEqual(javaScriptEnabled ? expected : []);
    // More views of the same pages, so that they come first regardless of other tests.
    const others = await portal.as(null);
    for (const data of expected.flatMap((view) => Array(10).fill(view))) {
      expect((await others.post(PATH, { data })).status()).toBe(201);
    }
  });

  await test.step("the administrator sees them on the traffic page", async () => {
    await signIn(page, ADMIN);
    await page.getByRole("link", { name: "Administration" }).click();
    await page.getByRole("link", { name: "Traffic", exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Traffic" })).toBeVisible();
    await page.getByRole("link", { name: "Last 7 days" }).click();
    await expect(page.getByRole("link", { name: "Last 7 days" })).toHaveAttribute("aria-current", "true");
    const table = page.getByRole("table", { name: "7 days, newest first" });
    await expect(table.getByRole("row")).toHaveCount(8);
    await expect(page.getByRole("img", { name: /Views and visitors each day/ })).toBeVisible();
    for (const [name, path] of [
      ["Pages by views", "/announcements"],
      ["Pages by views", "/register"],
      ["Views by previous page", "/calls"],
    ] as const) {
      await expect(page.getByRole("table", { name }).getByRole("rowheader", { name: path, exact: true })).toBeVisible();
    }
  });

  await test.step("the administrator filters by invalid days and by days without views", async () => {
    await page.getByLabel("First day").fill("2020-01-31");
    await page.getByLabel("Last day").fill("2020-01-01");
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page.getByText("Choose a last day on or after the first day.")).toBeVisible();
    await page.getByLabel("Last day").fill("2020-02-01");
    await page.getByRole("button", { name: "Filter" }).click();
    await expect(page.getByText("No page views on these days")).toBeVisible();
    await expect(page.getByRole("table", { name: "2 days, newest first" })).toBeVisible();
  });
  expect(errors).toEqual([]);
});

test("a visitor who opens more pages than are counted sees no message about it", { tag: "@scripts" }, async ({
  page,
  context,
  portal,
}) => {
  await context.setExtraHTTPHeaders(ELSEWHERE);
  const { errors, views } = await listen(page);
  const others = await portal.as(null);
  for (let number = 0; number < 60; number += 1) {
    await others.post(PATH, { data: { path: "/" }, headers: ELSEWHERE });
  }
  expect((await others.post(PATH, { data: { path: "/" }, headers: ELSEWHERE })).status()).toBe(429);
  await page.goto("/calls");
  await page.getByRole("link", { name: "Announcements", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Announcements" })).toBeVisible();
  await page.goto("/register");
  expect(views).toEqual([]);
  expect(errors).toEqual([]);
});
