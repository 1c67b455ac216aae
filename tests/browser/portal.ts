import { test as base, type Page } from "@playwright/test";
import { makePlace, PORTAL, startServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";
import { type Callers, callersOf, PASSWORD } from "./callers";

export { PASSWORD };

const ADMIN_EMAIL = "admin@agency.example";

export interface Portal extends Callers {
  databasePath: string;
}

/** The built server with a new database and the administrator from its settings. */
export const test = base.extend<object, { portal: Portal; settings: Record<string, string> }>({
  /** Additional settings of the server. A file that has some gets its own server. */
  settings: [{}, { option: true, scope: "worker" }],
  portal: [
    async ({ settings: additional }, use) => {
      const place = makePlace(temporaryFolder());
      const settings = { ADMIN_EMAIL, ADMIN_PASSWORD: PASSWORD, TRUSTED_PROXY_HOPS: "1", ...additional };
      const server = await startServer(PORTAL, { ...place.settings, ...settings });
      const callers = callersOf(server.origin);
      await use({ ...callers, databasePath: place.settings.DATABASE_PATH });
      await callers.dispose();
      await server.stop();
      place.remove();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ portal }, use) => use(portal.origin),
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled !== false) waitForScripts(page);
    await use(page);
  },
});

/**
 * Makes opening a page wait until React has hydrated it, so that no test acts on a page whose scripts do not listen yet.
 * hydration.spec.ts tests what happens before, with `waitUntil`.
 */
function waitForScripts(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  page.goto = async (address, options) => {
    const response = await goto(address, options);
    if (options?.waitUntil === undefined) await page.waitForFunction(isHydrated);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    await page.waitForFunction(isHydrated);
    return response;
  };
}

/** Runs in the browser. A file or a page without scripts has nothing to wait for. */
function isHydrated(): boolean {
  if (document.querySelector("script[type=module]") === null) return true;
  const [, root] = Object.entries(document).find(([name]) => name.startsWith("__reactContainer$")) ?? [];
  return root?.stateNode.current.memoizedState.isDehydrated === false;
}

export const { expect } = test;
export const ADMIN = ADMIN_EMAIL;

export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(accountMenu(page)).toBeVisible();
}

/** The button that opens the account menu. */
export const accountMenu = (page: Page) => page.locator("header summary", { hasText: "Your account" });

/** Expects the message that follows a submission. */
export const expectReceived = (page: Page) => expect(page.getByText("We received your submission.")).toBeVisible();

export async function signOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
}
