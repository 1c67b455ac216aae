import { type APIRequestContext, test as base, type Page, request } from "@playwright/test";
import { makePlace, PORTAL, startServer } from "../support/server-process";

/** A password that satisfies every rule. */
export const PASSWORD = "Browser-Test-2026!";
const ADMIN_EMAIL = "admin@agency.example";

export interface Portal {
  origin: string;
  /** Calls the API as a signed-in user; without an email, as nobody. */
  as(email: string | null): Promise<APIRequestContext>;
}

/** The built server on a database of its own, and the administrator that its settings made. */
export const test = base.extend<object, { portal: Portal; settings: Record<string, string> }>({
  /** Of the server, where a file's tests need others; it then has a server of its own. */
  settings: [{}, { option: true, scope: "worker" }],
  portal: [
    async ({ settings: asked }, use) => {
      const place = makePlace();
      // Each caller of the API comes from an address of its own, so that the tests together stay within the limits.
      const settings = { ADMIN_EMAIL, ADMIN_PASSWORD: PASSWORD, TRUSTED_PROXY_HOPS: "1", ...asked };
      const server = await startServer(PORTAL, { ...place.settings, ...settings });
      const contexts: APIRequestContext[] = [];
      await use({
        origin: server.origin,
        async as(email) {
          const context = await request.newContext({
            baseURL: server.origin,
            extraHTTPHeaders: { "x-forwarded-for": `198.51.100.${contexts.length + 1}` },
          });
          contexts.push(context);
          if (email !== null) {
            const signedIn = await context.post("/api/session", { data: { email, password: PASSWORD } });
            base.expect(signedIn.status(), await signedIn.text()).toBe(200);
          }
          return context;
        },
      });
      await Promise.all(contexts.map((context) => context.dispose()));
      await server.stop();
      place.remove();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ portal }, use) => use(portal.origin),
});

export const { expect } = test;
export const ADMIN = ADMIN_EMAIL;

/** Signs in through the page. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(accountMenu(page)).toBeVisible();
}

/** What opens the menu of whoever is signed in. */
export const accountMenu = (page: Page) => page.locator("header summary", { hasText: "Your account" });

/** Signs out through the page. */
export async function signOut(page: Page): Promise<void> {
  await accountMenu(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
}
