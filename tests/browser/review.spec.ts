import type { Page } from "@playwright/test";
import { docx } from "../support/files";
import { violationsOn } from "./accessibility";
import type { Cast } from "./cast";
import { test } from "./cast-test";
import { expect } from "./portal";

interface Sent {
  title: string;
  name?: string;
  buffer?: Buffer;
}

/** Submits as a company, with the file's name and contents. @returns the submission's address for reviewers */
async function submit(cast: Cast, { title, name = "paper.txt", buffer = Buffer.from("Quiet blades") }: Sent) {
  const api = await cast.as("acmeUser");
  const fields = { type: "WHITE_PAPER", title, summary: "They are quiet, and they turn.", techTags: "rotors" };
  const file = { name, mimeType: "application/octet-stream", buffer };
  const sent = await api.post("/api/portal/submissions", { multipart: { ...fields, file } });
  expect(sent.status()).toBe(201);
  return `/gov/submissions/${(await sent.json()).data.id}`;
}

/** Presses a key in the very commit that shows a heading, before React's passive effects run. */
function pressWith(page: Page, heading: string, key: string) {
  return page.evaluate(
    ([heading, key]) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector("h1")?.textContent !== heading) return;
        observer.disconnect();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      });
      observer.observe(document.body, { childList: true, characterData: true, subtree: true });
    },
    [heading, key],
  );
}

/** A page shows its shortcuts when its forms and links no longer load another page. */
const untilScriptsRun = (page: Page) => expect(page.getByRole("button", { name: "Shortcuts: ?" })).toBeVisible();

const uniqueTitle = (what: string, page: Page) => `${what} ${page.context().browser()?.version()} ${Math.random()}`;

test("a reviewer gets from the list to an answer in two pages and five actions", async ({ page, cast }) => {
  const title = uniqueTitle("Rotors that whisper", page);
  const address = await submit(cast, { title });
  await cast.actAs(page, "poc");
  const pages: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame() && request.method() === "GET") {
      pages.push(new URL(request.url()).pathname);
    }
  });
  // 1
  await page.goto("/gov/submissions?view=unassigned");
  // 2
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  expect(new Set([...pages, new URL(page.url()).pathname])).toEqual(new Set(["/gov/submissions", address]));
  // 3
  await page.getByLabel("Outcome").selectOption("NOT_NOW");
  // 4
  await page.locator("#answer-body").fill("Thank you. Please write again next year.");
  // 5
  await page.getByRole("button", { name: "Send answer and mark reviewed" }).click();
  await expect(page.getByText("Answer sent, and submission marked reviewed.")).toBeVisible();
  await expect(page.getByText("Thank you. Please write again next year.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(address);
  expect(new URL(page.url()).searchParams.get("view")).toBe("unassigned");
  expect(new Set(pages).size).toBeLessThanOrEqual(2);
});

test("the focus stays in the row of a form that is done @scripts", async ({ page, cast }) => {
  const address = await submit(cast, { title: uniqueTitle("Rotors to note", page) });
  await cast.actAs(page, "poc");
  await page.goto(address);
  await untilScriptsRun(page);
  const row = page.getByRole("listitem").filter({ has: page.getByText("Add an internal note", { exact: true }) });
  await row.getByText("Add an internal note", { exact: true }).click();
  await row.getByRole("textbox").fill("Ask them about the bearings.");
  await row.getByRole("button", { name: "Add note" }).press("Enter");
  await expect(page.getByText("Note added.")).toBeVisible();
  await expect(row).toBeFocused();
  await page.getByRole("button", { name: "Take it" }).press("Enter");
  await expect(page.getByText("Owner changed.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Owner" })).toBeFocused();
});

test("the focus goes on to the next row if a form removed its own @scripts", async ({ page, cast }) => {
  const tag = uniqueTitle("Rotors to file", page);
  for (const name of ["c", "b", "a"]) await submit(cast, { title: `${tag} ${name}` });
  await cast.actAs(page, "poc");
  await page.goto(`/gov/submissions?q=${encodeURIComponent(tag)}&sort=title`);
  await untilScriptsRun(page);
  const link = (name: string) => page.getByRole("link", { name: `${tag} ${name}` });
  const archive = async (name: string) => {
    const row = page.getByRole("row").filter({ has: link(name) });
    await row.locator("summary").first().press("Enter");
    await row.locator("summary", { hasText: "Archive" }).press("Enter");
    await row.getByRole("button", { name: "Archive submission" }).press("Enter");
    await expect(link(name)).toHaveCount(0);
  };
  await archive("b");
  await expect(link("c")).toBeFocused();
  await archive("c");
  await expect(link("a")).toBeFocused();
  await archive("a");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("text shows beside the forms, and nothing in it runs @scripts", async ({ page, cast }) => {
  const body = '<script>top.document.title = "taken"</script><img src=x onerror="top.close()"> ünïcödé';
  const address = await submit(cast, { title: "Markup in a text file", buffer: Buffer.from(body) });
  const reports: string[] = [];
  page.on("dialog", (dialog) => reports.push(dialog.message()));
  await cast.actAs(page, "poc");
  await page.setViewportSize({ width: 1600, height: 1000 });
  await page.goto(address);
  const frame = page.frameLocator("iframe");
  await expect(frame.getByText(body)).toBeVisible();
  await expect(frame.locator("script, img")).toHaveCount(0);
  await expect(page).toHaveTitle(/Markup in a text file/);
  expect(reports).toEqual([]);
  const [document, form] = await Promise.all([
    page.locator("iframe").boundingBox(),
    page.locator("#answer-outcome").boundingBox(),
  ]);
  expect(document && form && document.x + document.width <= form.x).toBe(true);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect(page.locator("iframe")).toBeHidden();
  await expect(page.getByRole("link", { name: "Open without this page" })).toBeVisible();
});

test("a Word document is offered as a download, with the reason", async ({ page, cast }) => {
  const address = await submit(cast, { title: "A Word document", name: "paper.docx", buffer: docx() });
  await cast.actAs(page, "poc");
  await page.goto(address);
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(page.getByText("Browsers cannot show DOCX files.")).toBeVisible();
  await expect(page.getByRole("link", { name: /paper\.docx/ })).toBeVisible();
});

test.describe("shortcuts of one key @scripts", () => {
  test("lead through the list and the pages, reach the forms, and never act while someone types", async ({
    page,
    cast,
  }) => {
    const tag = uniqueTitle("Shortcut", page);
    const addresses: string[] = [];
    for (const name of ["c", "b", "a"]) addresses.unshift(await submit(cast, { title: `${tag} ${name}` }));
    await cast.actAs(page, "poc");
    const query = `?q=${encodeURIComponent(tag)}&sort=title`;
    const heading = (name: string) => page.getByRole("heading", { level: 1, name: `${tag} ${name}` });

    await test.step("in the list", async () => {
      await page.goto(`/gov/submissions${query}`);
      await untilScriptsRun(page);
      const links = page.locator("main table tbody th a");
      for (const [key, at] of [
        ["j", 0],
        ["j", 1],
        ["n", 2],
        ["n", 2],
        ["k", 1],
        ["p", 0],
      ] as const) {
        await page.keyboard.press(key);
        await expect(links.nth(at)).toBeFocused();
      }
      const selected = (count: number) => page.getByText(`Act on several submissions (${count} selected)`);
      await page.keyboard.press("x");
      await expect(page.getByRole("checkbox", { name: `Select: ${tag} a` })).toBeChecked();
      await expect(links.nth(0)).toBeFocused();
      await expect(selected(1)).toBeVisible();
      await selected(1).click();
      await page.getByRole("button", { name: "Select all on this page" }).click();
      await expect(selected(3)).toBeVisible();
      await page.getByRole("button", { name: "Select none" }).click();
      await expect(page.getByText("Act on several submissions", { exact: true })).toBeVisible();
      await page.keyboard.press("/");
      await expect(page.locator("form.glip-filters [name=q]")).toBeFocused();
      await page.keyboard.press("o");
      await expect(page).toHaveURL(/\/gov\/submissions\?/);
      await links.first().focus();
      await pressWith(page, `${tag} a`, "n");
      await page.keyboard.press("o");
      await expect(heading("b")).toBeVisible();
    });

    await test.step("on a submission's page", async () => {
      await page.keyboard.press("j");
      await expect(heading("c")).toBeVisible();
      await page.keyboard.press("n");
      await page.keyboard.press("k");
      await expect(heading("b")).toBeVisible();
      await page.keyboard.press("Control+n");
      await page.keyboard.press("Alt+j");
      await expect(heading("b")).toBeVisible();
      await page.keyboard.press("a");
      await expect(page.locator("#answer-outcome")).toBeFocused();
      await page.keyboard.press("n");
      await page.locator("h1").click();
      await page.keyboard.press("e");
      await expect(page.locator("#assessment-relevance")).toBeFocused();
      await page.locator("h1").click();
      await page.keyboard.press("m");
      await expect(page.locator("#note-body")).toBeFocused();
      await page.keyboard.type("jnkpouteam?/");
      await expect(page.locator("#note-body")).toHaveValue("jnkpouteam?/");
      await page.locator("#note-body").fill("");
      await expect(heading("b")).toBeVisible();
    });

    await test.step("in the dialog that lists them", async () => {
      await page.locator("h1").click();
      await page.keyboard.press("?");
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await expect(dialog.getByRole("heading")).toBeFocused();
      expect(await violationsOn(page)).toEqual([]);
      await page.keyboard.press("n");
      await expect(heading("b")).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page.keyboard.press("t");
      await expect(page.getByText("Owner changed.")).toBeVisible();
    });

    await test.step("until their owner turns them off", async () => {
      await page.goto("/account");
      await page.getByRole("button", { name: "Turn off shortcuts" }).click();
      await expect(page.getByText("Shortcuts turned off.")).toBeVisible();
      await page.goto(`${addresses[1]}${query}`);
      await expect(page.getByRole("link", { name: /^Next/ })).toBeVisible();
      await expect(page.getByRole("button", { name: "Shortcuts: ?" })).toHaveCount(0);
      await page.keyboard.press("n");
      await page.keyboard.press("?");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(heading("b")).toBeVisible();
      await page.goto("/account");
      await page.getByRole("button", { name: "Turn on shortcuts" }).click();
      await expect(page.getByText("Shortcuts turned on.")).toBeVisible();
    });
  });
});
