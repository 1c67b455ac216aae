import { ADMIN, expect, signIn, test } from "./portal";

test("a user who saves over another change sees one warning and keeps their text", async ({ page, portal }, {
  project,
}) => {
  const admin = await portal.as(ADMIN);
  const data = { title: `Forum ${project.name}`, body: "It opens at nine." };
  const { id } = (await (await admin.post("/api/gov/announcements", { data })).json()).data;
  await signIn(page, ADMIN);
  await page.goto(`/gov/announcements/${id}/edit`);
  await page.getByLabel("Text").fill("It opens at ten.");
  expect((await admin.patch(`/api/gov/announcements/${id}`, { data: { body: "It is over." } })).status()).toBe(200);

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").getByText("Someone else changed this after you opened it.")).toBeVisible();
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByLabel("Text")).toHaveValue("It opens at ten.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Announcement saved.")).toBeVisible();
  await expect(page.getByText("It opens at ten.")).toBeVisible();
});
