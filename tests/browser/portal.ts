import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type APIRequestContext, test as base, type Page, request } from "@playwright/test";

/** A password that satisfies every rule. */
export const PASSWORD = "Browser-Test-2026!";
const ADMIN_EMAIL = "admin@agency.example";

export interface Portal {
  origin: string;
  /** Calls the API as a signed-in user; without an email, as nobody. */
  as(email: string | null): Promise<APIRequestContext>;
}

/** The built server on a database of its own, and the administrator that its settings made. */
export const test = base.extend<object, { portal: Portal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are wanted from this pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "portal-browser-"));
      const server = spawn(process.execPath, ["app/start.mjs"], {
        stdio: ["ignore", "pipe", "inherit"],
        env: {
          PATH: process.env.PATH,
          PORT: "0",
          HOST: "127.0.0.1",
          DATABASE_PATH: join(folder, "ledger.sqlite"),
          UPLOADS_DIR: join(folder, "uploads"),
          BACKUP_DIR: join(folder, "backup"),
          ADMIN_EMAIL,
          ADMIN_PASSWORD: PASSWORD,
        },
      });
      const origin = await addressOf(server);
      const contexts: APIRequestContext[] = [];
      await use({
        origin,
        async as(email) {
          const context = await request.newContext({ baseURL: origin });
          contexts.push(context);
          if (email !== null) {
            const signedIn = await context.post("/api/session", { data: { email, password: PASSWORD } });
            base.expect(signedIn.status(), await signedIn.text()).toBe(200);
          }
          return context;
        },
      });
      await Promise.all(contexts.map((context) => context.dispose()));
      server.kill("SIGTERM");
      await once(server, "exit");
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],
  baseURL: async ({ portal }, use) => use(portal.origin),
});

export const { expect } = test;
export const ADMIN = ADMIN_EMAIL;

/** Reads the server's log until it says where it listens. */
async function addressOf(server: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of server.stdout ?? []) {
    text += chunk;
    const listening = text.match(/"port":(\d+),"msg":"listening"/);
    if (!listening) continue;
    // Read on, so that the server never waits for room in the pipe.
    server.stdout?.resume();
    return `http://127.0.0.1:${listening[1]}`;
  }
  throw new Error(`The server did not start: ${text}`);
}

/** Signs in through the page. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
}

/** Signs out through the page. */
export async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
}
