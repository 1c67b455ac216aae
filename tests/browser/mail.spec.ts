import { mergeTests } from "@playwright/test";
import { eq } from "drizzle-orm";
import { closeDatabase, openDatabase } from "#db/open";
import { outbox } from "#db/schema";
import { emailOf, idOf } from "../support/cast";
import { startMailServer, type TestMailServer } from "../support/mail-server";
import { violationsOn } from "./accessibility";
import { test as castTest } from "./cast-test";
import { expect } from "./portal";

interface MailFixtures {
  mailServer: TestMailServer;
}

/** A portal that mails to a server on loopback. */
const test = mergeTests(castTest).extend<object, MailFixtures>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const server = await startMailServer({}, () => {});
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ mailServer }, use) =>
      use({
        SMTP_URL: mailServer.url,
        MAIL_FROM: "Portal <portal@example.gov>",
        PUBLIC_ORIGIN: "http://portal.example.gov",
      }),
    { scope: "worker" },
  ],
});

test("someone chooses a digest, receives it the next day, and stops it with one click", async ({
  page,
  portal,
  cast,
  mailServer,
}, { project }) => {
  const scripted = project.use.javaScriptEnabled === true;
  const address = emailOf("acmeUser");
  const isAccessible = async () => scripted && expect(await violationsOn(page)).toEqual([]);

  await test.step("they choose a weekly digest of announcements", async () => {
    await cast.actAs(page, "acmeUser");
    await page.goto("/notifications/settings");
    await isAccessible();
    const announcements = page.getByRole("group", { name: "Announcements" });
    await expect(announcements.getByLabel("Email me")).toHaveValue("DAILY");
    await announcements.getByLabel("Email me").selectOption({ label: "In a weekly digest, on Monday" });
    await page.getByRole("button", { name: "Save settings" }).click();
    await expect(page.getByText("Settings saved.")).toBeVisible();
    await expect(announcements.getByLabel("Email me")).toHaveValue("WEEKLY");
  });

  const digest = await test.step("an announcement is published, and the digest comes when it is due", async () => {
    const publisher = await cast.as("systemAdmin");
    const publish = (title: string) =>
      publisher.post("/api/gov/announcements", { data: { title, body: "All are welcome." } });
    await publish("Industry day");
    const db = openDatabase(portal.databasePath);
    const ofUser = eq(outbox.userId, idOf("acmeUser"));
    const [waiting] = db.select().from(outbox).where(ofUser).all();
    expect(waiting).toMatchObject({ state: "WAITING", frequency: "WEEKLY" });
    expect(mailServer.mails.filter(({ to }) => to.includes(address))).toEqual([]);
    // Time passes: the digest was due before now.
    db.update(outbox).set({ nextAttemptAt: waiting?.createdAt }).where(ofUser).run();
    closeDatabase(db);
    await publish("Second day");
    await expect.poll(() => mailServer.mails.filter(({ to }) => to.includes(address)).length).toBe(1);
    return mailServer.mails.find(({ to }) => to.includes(address));
  });
  expect(digest?.headers.get("subject")).toContain("Your week");
  for (const title of ["Industry day", "Second day"]) expect(digest?.text).toContain(title);

  await test.step("the mail reads well as a page", async () => {
    // Not on the portal's page, whose policy would refuse the mail's styles.
    await page.goto("about:blank");
    await page.setContent(digest?.html ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Your week");
    await expect(page.getByRole("link", { name: "Industry day" })).toBeVisible();
    await isAccessible();
  });

  await test.step("they stop it from a browser without a session", async () => {
    await cast.actAs(page, "nobody");
    const link = new URL(digest?.headers.get("list-unsubscribe")?.slice(1, -1) ?? "");
    await page.goto(link.pathname);
    await isAccessible();
    await page.getByRole("button", { name: "Stop this mail" }).click();
    await expect(page.getByText("You unsubscribed")).toBeVisible();
    await isAccessible();
    await cast.actAs(page, "acmeUser");
    await page.goto("/notifications/settings");
    const announcements = page.getByRole("group", { name: "Announcements" });
    await expect(announcements.getByLabel("Email me")).toHaveValue("IN_SERVICE");
  });
});
