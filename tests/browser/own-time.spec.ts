import { test } from "./cast-test";
import { expect } from "./portal";

/** A call closes at the end of its day in UTC. The year in which it is read goes without saying. */
const READERS = [
  { timezoneId: "America/Los_Angeles", own: "(4:59 PM PDT where you are)" },
  { timezoneId: "Asia/Tokyo", own: "(Jul 16, YEAR, 8:59 AM GMT+9 where you are)" },
];

for (const { timezoneId, own } of READERS) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test("a reader sees a call's deadline also in their own time, where scripts run", async ({ page, cast }, {
      project,
    }) => {
      const publisher = await cast.as("systemAdmin");
      const year = String(new Date().getUTCFullYear() + 1);
      const title = `For ${timezoneId} ${project.name}`;
      const data = { title, description: "Soon.", closesAt: `${year}-07-15`, status: "OPEN" };
      const sent = await publisher.post("/api/gov/calls", { data });
      const { id } = (await sent.json()).data as { id: string };
      await page.goto(`/calls/${id}`);
      await expect(page.getByText(/7:59 PM EDT, in /)).toBeVisible();
      const shown = page.getByText(own.replace("YEAR", year));
      await expect(shown).toHaveCount(project.use.javaScriptEnabled ? 1 : 0);
    });
  });
}
