import { violationsOn } from "./accessibility";
import { test } from "./cast-test";
import { expect } from "./portal";

test("someone follows a call, sees its deadline in their own calendar, and turns the calendar off", async ({
  page,
  portal,
  cast,
}, { project }) => {
  const isAccessible = async () => project.use.javaScriptEnabled && expect(await violationsOn(page)).toEqual([]);
  const publisher = await cast.as("systemAdmin");
  const closesAt = `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}`;
  const title = `Followed ${project.name}`;
  const sent = await publisher.post("/api/gov/calls", { data: { title, description: "Soon.", closesAt } });
  const { id } = (await sent.json()).data as { id: string };

  await cast.actAs(page, "acmeUser");
  await page.goto(`/calls/${id}`);
  await page.getByRole("button", { name: "Follow this call" }).click();
  await page.getByRole("link", { name: "see its deadline in your calendar" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Calendar and feed" })).toBeVisible();
  await isAccessible();

  await page.getByRole("button", { name: "Turn on my calendar and feed" }).click();
  await expect(page.getByRole("heading", { name: "Copy your links now" })).toBeVisible();
  await isAccessible();
  const calendar = await page.getByRole("textbox", { name: "Calendar" }).inputValue();
  const notifications = await page.getByRole("textbox", { name: "Notifications" }).inputValue();
  // Another program, which is not signed in.
  const program = await portal.as(null);
  const text = await (await program.get(calendar)).text();
  expect(text).toContain(`SUMMARY:Call closes: ${title}\r\n`);
  expect(text).toContain(`DTSTART;VALUE=DATE:${closesAt.replaceAll("-", "")}\r\n`);
  expect((await program.get(notifications)).status()).toBe(200);

  // The page does not show the address again.
  await page.goto("/account/feeds");
  await expect(page.getByRole("textbox", { name: "Calendar" })).toHaveCount(0);
  await page.getByText("Turn off", { exact: true }).click();
  await page.getByRole("button", { name: "Turn off the address" }).click();
  await expect(page.getByText("You turned off your calendar and feed.")).toBeVisible();
  expect((await program.get(calendar)).status()).toBe(404);
  await expect(page.getByRole("button", { name: "Turn on my calendar and feed" })).toBeVisible();
});
