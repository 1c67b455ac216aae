import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mergeTests, type Page } from "@playwright/test";
import { idOf } from "../support/cast";
import { violationsOn } from "./accessibility";
import { test as castTest } from "./cast-test";
import { ADMIN, expect, PASSWORD, signIn } from "./portal";

interface ProviderFixtures {
  issuer: string;
}

const NAME = "Agency ID";

/** A portal whose sign-in provider leaves browsers where they are, on the page that leads to it. */
const test = mergeTests(castTest).extend<object, ProviderFixtures>({
  issuer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      let issuer = "";
      const server = createServer(({ url }, response) => {
        if (url !== "/.well-known/openid-configuration") return response.writeHead(204).end();
        const metadata = {
          issuer,
          authorization_endpoint: `${issuer}/authorize`,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/jwks`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        };
        return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      await use(issuer);
      server.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ issuer }, use) =>
      use({
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: "portal",
        OIDC_NAME: NAME,
        PUBLIC_ORIGIN: "http://portal.example.gov",
        DEMO_LOCK_CREDENTIALS: "false",
      }),
    { scope: "worker" },
  ],
});

test("every page that leads to the sign-in provider says so, is accessible and fits a phone", async ({
  page,
  cast,
  issuer,
}, { project }) => {
  const scripted = project.use.javaScriptEnabled === true;
  const isGood = async (shown: Page) => {
    if (scripted) expect(await violationsOn(shown)).toEqual([]);
    await shown.setViewportSize({ width: 320, height: 900 });
    expect(await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    await shown.setViewportSize({ width: 1280, height: 900 });
  };
  /** Selects a button of a form, and stays on the page with the link that the browser would follow. */
  const expectStep = async (button: string) => {
    const asked = page.waitForRequest((request) => request.url().startsWith(`${issuer}/authorize?`));
    await page.getByRole("button", { name: button }).click();
    await asked;
    await expect(page.getByRole("link", { name: `Continue to ${NAME}` })).toHaveAttribute("href", /\/authorize\?/);
    await isGood(page);
  };

  await test.step("the sign-in page", async () => {
    await cast.actAs(page, "nobody");
    await page.goto("/login");
    await isGood(page);
    await expectStep(`Sign in with ${NAME}`);
  });

  await test.step("the page where people link their own identity", async () => {
    await signIn(page, ADMIN);
    await page.goto("/account");
    await page.getByRole("link", { name: `Link your identity at ${NAME}` }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Single sign-on" })).toBeVisible();
    await isGood(page);
    await page.getByLabel("Current password").fill(PASSWORD);
    await expectStep(`Continue to ${NAME}`);
  });

  await test.step("a link that an administrator made", async () => {
    const made = await (await cast.as("systemAdmin")).post(`/api/accounts/${idOf("poc")}/identity-link`);
    await cast.actAs(page, "nobody");
    await page.goto(new URL((await made.json()).data.url).pathname);
    await isGood(page);
    await expectStep(`Continue to ${NAME}`);
  });
});
