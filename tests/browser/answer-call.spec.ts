import type { Page } from "@playwright/test";
import type { Cast } from "./cast";
import { test } from "./cast-test";
import { expect, PASSWORD, signOut } from "./portal";
import { fillInSteps, registerBySteps } from "./registration";

const TEXT = Array.from({ length: 40 }, (_, index) => `We look for sensors, part ${index + 1}.`).join("\n\n");

async function makeCall(cast: Pick<Cast, "as">): Promise<string> {
  const api = await cast.as("admin");
  const call = { title: "Sensors for cold water", description: TEXT, techTags: "sensors", status: "OPEN" };
  const sent = await api.post("/api/gov/calls", { data: call });
  expect(sent.status()).toBe(201);
  return (await sent.json()).data.id as string;
}

const callField = (page: Page) => page.getByLabel("Call", { exact: true });

test("someone who is signed in needs one click from a call to the form that answers it", async ({ page, cast }) => {
  const id = await makeCall(cast);
  await cast.actAs(page, "acmeUser");
  await page.goto(`/calls/${id}`);
  await page.getByRole("link", { name: "Answer this call" }).click();
  await expect(page).toHaveURL(`/portal/submissions/new?callId=${id}`);
  await expect(callField(page)).toHaveValue(id);
  // What the call asks is beside the form.
  await expect(page.getByRole("main").getByRole("link", { name: "Sensors for cold water" })).toBeVisible();
});

test("the same works with only the keyboard", async ({ page, cast }) => {
  const id = await makeCall(cast);
  await cast.actAs(page, "acmeUser");
  await page.goto(`/calls/${id}`);
  const answer = page.getByRole("link", { name: "Answer this call" });
  for (let stop = 0; stop < 30 && !(await answer.evaluate((link) => link === document.activeElement)); stop += 1) {
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(callField(page)).toHaveValue(id);
});

test("a visitor signs in and arrives at the form", async ({ page, cast }, { project }) => {
  const id = await makeCall(cast);
  const run = project.name.replaceAll(" ", "-").toLowerCase();
  const email = `answer@${run}.example`;
  await page.goto("/register");
  await registerBySteps(page, { company: `Coldwater ${run}`, name: "Ann Able", email });
  await signOut(page);
  await page.goto(`/calls/${id}`);
  await expect(page.getByRole("main").getByRole("link", { name: "Register your organization" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in to answer" }).click();
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`/portal/submissions/new?callId=${id}`);
  await expect(callField(page)).toHaveValue(id);
});

test("a visitor registers and arrives at the form", async ({ page, context, cast, javaScriptEnabled }) => {
  await context.setExtraHTTPHeaders({ "x-forwarded-for": `198.51.100.${javaScriptEnabled ? 217 : 218}` });
  const id = await makeCall(cast);
  await page.goto(`/calls/${id}`);
  await page.getByRole("link", { name: "Sign in to answer" }).click();
  await page.getByRole("main").getByRole("link", { name: "Register your organization" }).click();
  const run = javaScriptEnabled ? "with" : "without";
  const email = `new@${run}-scripts.example`;
  await fillInSteps(page, { company: `Newcomers ${run} scripts`, name: "Nia New", email });
  await expect(page).toHaveURL(`/portal/submissions/new?callId=${id}`);
  await expect(page.getByText("Your organization is registered, and you are signed in.")).toBeVisible();
  await expect(callField(page)).toHaveValue(id);
});

test("on a phone, the action stays on the screen and covers neither the focus nor the end of the page", async ({
  page,
  cast,
}) => {
  const id = await makeCall(cast);
  await cast.actAs(page, "acmeUser");
  await page.setViewportSize({ width: 375, height: 667 });
  await page.goto(`/calls/${id}`);
  const bar = page.locator(".glip-action");
  await expect(bar.getByRole("link")).toBeInViewport({ ratio: 1 });
  const top = (await bar.boundingBox())?.y ?? 0;
  expect(top).toBeGreaterThan(667 - 120);
  const links = page.locator("main a:not(.glip-action a), footer a");
  for (const link of await links.all()) {
    await page.evaluate(() => window.scrollTo(0, 0));
    await link.focus();
    const box = await link.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0), (await link.textContent()) ?? "").toBeLessThanOrEqual(top);
  }
  // With the text enlarged, it would cover too much.
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe("static");
});
