import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DevLoop, startDevLoop } from "../support/dev-loop";

/* `npm run dev` on a copy of the tree. `npm run bench:dev` measures its speed. */

/** Enough for two compilers and a server to start while other tests run. */
const START_MILLISECONDS = 120_000;
const CHANGE_MILLISECONDS = 60_000;

const HOME = "app/routes/public/home.tsx";
const HEADING = "Bring your technology to the government";

let loop: DevLoop;
beforeAll(async () => {
  loop = await startDevLoop();
}, START_MILLISECONDS);
afterAll(() => loop.remove());

const textOf = async (path: string) => (await fetch(loop.origin + path)).text();

/** Waits until a condition holds. The test's timeout limits it. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(50);
}

/** The events that a page receives. */
async function openEvents() {
  const stop = new AbortController();
  const response = await fetch(`${loop.origin}/__dev/events`, { signal: stop.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = "";
  const reading = (async () => {
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) received += read.value;
  })().catch(() => {});
  await until(() => received !== "");
  const first = received.length;
  return {
    since: () => received.slice(first),
    async close() {
      stop.abort();
      await reading;
    },
  };
}

test("serves the demonstration with the script that reloads pages, and the same policy for scripts", async () => {
  const response = await fetch(`${loop.origin}/`);
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(html).toContain(HEADING);
  expect(html.match(/<script src="\/__dev\/reload\.js"/g)).toHaveLength(1);
  expect(response.headers.get("content-security-policy")).toMatch(
    /script-src 'self'( 'sha256-[^']+')+;.*connect-src 'self';/,
  );
  expect(loop.printed()).toMatch(/administrator@\S+ +\S+ +GOV_SYSTEM_ADMIN/);
  expect(loop.printed()).toContain("Compiled everything in ");
});

test("shows every component at /styles, with the stylesheet and the icons", async () => {
  const html = await textOf("/styles");
  expect(html).toContain('id="buttons"');
  const [, stylesheet = ""] = html.match(/<link rel="stylesheet" href="([^"]+)"/) ?? [];
  const [, sprite = ""] = html.match(/<use href="([^"#]+)#/) ?? [];
  expect(await textOf(stylesheet)).toContain(".usa-button");
  expect(await textOf(sprite)).toContain("<symbol");
});

test(
  "a changed page is compiled and served, and reloads pages that are open",
  async () => {
    const events = await openEvents();
    loop.edit(HOME, HEADING, "Show us what you make");
    await until(() => events.since().includes("event: build"));
    expect(await textOf("/")).toContain("Show us what you make");
    expect(loop.printed()).toContain(`Compiled ${HOME} in `);
    await events.close();
  },
  CHANGE_MILLISECONDS,
);

test(
  "a changed server module shows, and the browser keeps the modules that it has",
  async () => {
    const modulesOf = (page: string) => page.match(/\/assets\/[\w./-]+\.js/g) ?? [];
    const before = await textOf("/");
    const events = await openEvents();
    loop.edit("app/web/pages/frame.server.ts", "agencyName: settings.agencyName,", 'agencyName: "Another agency",');
    await until(() => events.since().includes("event: build"));
    const page = await textOf("/");
    expect(page).toContain("Another agency");
    expect(modulesOf(page).length).toBeGreaterThan(3);
    expect(modulesOf(page)).toEqual(modulesOf(before));
    for (const path of modulesOf(page)) expect((await fetch(loop.origin + path)).status, path).toBe(200);
    await events.close();
  },
  CHANGE_MILLISECONDS,
);

test(
  "a changed style is compiled and swapped in without a reload",
  async () => {
    const events = await openEvents();
    loop.edit(
      "app/ui/styles/_print.scss",
      '@use "uswds-core" as uswds;',
      '@use "uswds-core" as uswds;\n.x-dev { top: 0 }',
    );
    await until(() => events.since().includes("event: styles"));
    const address = (await textOf("/")).match(/\/assets\/_assets\/styles-\w+\.css/)?.[0] ?? "";
    const css = await textOf(address);
    expect(css).toMatch(/\.x-dev \{\s+top: 0;/);
    expect(events.since()).not.toContain("event: build");
    const font = css.match(/url\("?(\/__dev\/uswds\/fonts\/[^")]+\.woff2)/)?.[1] ?? "";
    expect((await fetch(loop.origin + font)).status).toBe(200);
    await events.close();
  },
  CHANGE_MILLISECONDS,
);

test(
  "an error appears in the terminal, and the pages stay unchanged until it is fixed",
  async () => {
    loop.edit(HOME, "export default function", "export default functio");
    await until(() => loop.printed().includes("home.tsx:"));
    expect((await fetch(`${loop.origin}/`)).status).toBe(200);
    const events = await openEvents();
    loop.edit(HOME, "export default functio ", "export default function ");
    await until(() => events.since().includes("event: build"));
    expect((await fetch(`${loop.origin}/`)).status).toBe(200);
    await events.close();
  },
  CHANGE_MILLISECONDS,
);

test(
  "a new migration runs on the demonstration data, and the terminal names it",
  async () => {
    const journal = "db/migrations/meta/_journal.json";
    const tag = "9999_what_changed";
    const entry = { idx: 9999, version: "6", when: Date.parse("2100-01-01"), tag, breakpoints: true };
    loop.edit(journal, "\n  ]", `,${JSON.stringify(entry)}\n  ]`);
    loop.add(`db/migrations/${tag}.sql`, "CREATE INDEX `dev_test` ON `announcement` (`title`);");
    await until(() => loop.printed().includes(`Ran on the demonstration data: ${tag}.`));
    await until(async () => (await textOf("/")).includes("Show us what you make"));
  },
  CHANGE_MILLISECONDS,
);

test("Ctrl+C ends it, with every process that it started", async () => {
  const children = readdirSync("/proc")
    .filter((pid) => /^\d+$/.test(pid))
    .filter((pid) => parentOf(pid) === loop.pid);
  expect(children.length).toBeGreaterThan(1);
  expect(await loop.stop()).toBe(0);
  // The compiler of the scripts exits a moment later, when its pipe closes.
  await until(() => children.every((pid) => parentOf(pid) === undefined));
});

test("production serves none of it", () => {
  const files = readdirSync("build", { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(js|css|map)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => readFileSync(join("build", file), "utf8").includes("__dev"))).toEqual([]);
});

/** The parent of a process, or undefined if the process has exited. */
function parentOf(pid: string): number | undefined {
  try {
    const [, state, parent] = readFileSync(`/proc/${pid}/stat`, "utf8").match(/\) (\S) (\d+)/) ?? [];
    return state === "Z" ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}
