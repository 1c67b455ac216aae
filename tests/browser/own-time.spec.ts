import { test } from "./cast-test";
import { expect } from "./portal";

test.use({ timezoneId: "America/Los_Angeles" });

test("a reader elsewhere sees a call's deadline also in their own time, where scripts run", async ({ page, cast }, {
  project,
}) => {
  const publisher = await cast.as("systemAdmin");
  const closesAt = `${new Date().getUTCFullYear() + 1}-07-15`;
  const data = { title: `Elsewhere ${project.name}`, description: "Soon.", closesAt, status: "OPEN" };
  const sent = await publisher.post("/api/gov/calls", { data });
  const { id } = (await sent.json()).data as { id: string };
  await page.goto(`/calls/${id}`);
  await expect(page.getByText(/7:59 PM EDT, in /)).toBeVisible();
  const own = page.getByText("(4:59 PM PDT where you are)");
  await expect(own).toHaveCount(project.use.javaScriptEnabled ? 1 : 0);
});
