import type { Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { closeDatabase, type Database, openDatabase } from "#db/open";
import {
  call,
  engagement,
  engagementTask,
  organization,
  organizationDialogueNote,
  submission,
  submissionMatch,
} from "#db/schema";
import { COLUMN_LISTS } from "~/domain/shown-columns/lists";
import { COMMANDS, emailOf, idOf, insertCast, ORGANIZATIONS } from "../support/cast";
import { pdf } from "../support/files";
import { startSession } from "./cast";
import { ADMIN, test as base, expect, signIn } from "./portal";

/* How much of a list fits on a screen, and how few clicks lead to a decision: always with the same records. */

const DAY = 86_400_000;
const SUBMISSIONS = 20;

const instant = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const day = (days: number) => instant(days).slice(0, 10);

/** Twenty submissions that wait for the point of contact, and a week with work of every kind. */
function insertWeek(db: Database): void {
  const author = { authorId: idOf("lead"), createdAt: instant(-9), updatedAt: instant(-9) };
  const titleOf = (what: string, number: number) =>
    `${what} ${number}: results of sixty engagements at night, second part`;
  db.update(organization).set({ name: "Chesapeake Sensors and Signals Laboratory" }).run();
  for (let number = 1; number <= SUBMISSIONS; number += 1) {
    const id = `paper-${number}`;
    db.insert(submission)
      .values({
        id,
        organizationId: ORGANIZATIONS.acme,
        submittedBy: idOf("acmeUser"),
        type: "WHITE_PAPER",
        title: titleOf("Net capture", number),
        summary: "It is quiet, and it turns.",
        status: "ROUTED",
        techTags: "counter-uas,autonomy,modeling & simulation",
        answerBy: number <= 3 ? day(-number) : null,
        ownerId: number === 20 ? idOf("poc") : null,
        createdAt: instant(-30 + number),
        updatedAt: instant(-30 + number),
      })
      .run();
    const match = { reason: "TAG" as const, matchedTags: ["autonomy"], delivery: "NOTIFIED" as const };
    for (const person of ["poc", "readonly"] as const) {
      db.insert(submissionMatch)
        .values({ ...match, submissionId: id, userId: idOf(person), createdAt: instant(-30 + number) })
        .run();
    }
  }
  for (let number = 1; number <= 6; number += 1) {
    db.insert(call)
      .values({
        ...author,
        id: `call-${number}`,
        title: titleOf("Call", number),
        description: "Rotors",
        status: "OPEN",
        closesAt: `${day(number)}T23:59:59.999Z`,
      })
      .run();
    db.insert(call)
      .values({
        ...author,
        id: `draft-${number}`,
        title: titleOf("Draft", number),
        description: "Rotors",
        status: "DRAFT",
      })
      .run();
    db.insert(engagement)
      .values({
        ...{ id: `engagement-${number}`, title: titleOf("Visit", number), type: "SITE_VISIT", status: "PLANNED" },
        ...{
          date: `${day(number - 1)}T00:00:00.000Z`,
          location: "Arlington",
          otherOrganization: "A visitor",
          commandId: COMMANDS.alpha,
        },
        ...{ createdBy: idOf("lead"), createdAt: instant(-9), updatedAt: instant(-9) },
      })
      .run();
    db.insert(engagementTask)
      .values({
        ...{ id: `task-${number}`, engagementId: `engagement-${number}`, text: titleOf("Send the minutes", number) },
        ...{
          ownerId: idOf("poc"),
          dueDate: day(number),
          createdBy: idOf("lead"),
          createdAt: instant(-1),
          updatedAt: instant(-1),
        },
      })
      .run();
  }
}

const test = base.extend<object, { db: Database }>({
  db: [
    async ({ portal }, use) => {
      const db = openDatabase(portal.databasePath);
      // Everyone has the administrator's password.
      const passwordHash = db.$client
        .prepare<[string], string>("SELECT password_hash FROM user WHERE email = ?")
        .pluck();
      insertCast(db, passwordHash.get(ADMIN) ?? "");
      insertWeek(db);
      await use(db);
      closeDatabase(db);
    },
    { scope: "worker" },
  ],
});

// The demonstration's alert is part of the height.
test.use({ settings: { DEMONSTRATION: "true", DEMO_LOCK_CREDENTIALS: "false", RECERTIFY_DAYS: "1" } });

const WIDTHS = { desktop: 1280, phone: 375 } as const;

const show = async (page: Page, width: number, address: string) => {
  await page.setViewportSize({ width, height: 900 });
  await page.goto(address);
};
// The window is not higher than any of these pages.
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

test("twenty submissions fit within 1,300 pixels on a desktop and 3,000 on a phone", async ({ page, portal, db }) => {
  for (const [person, address] of [
    ["lead", "/gov/submissions"],
    ["poc", "/gov/submissions?view=mine&status=ROUTED&sort=createdAt"],
    ["acmeUser", "/portal/submissions"],
  ] as const) {
    await startSession(page, portal.origin, db, idOf(person));
    await show(page, WIDTHS.desktop, address);
    await expect(page.locator("tbody tr")).toHaveCount(SUBMISSIONS);
    expect(await heightOf(page), `${address} on a desktop`).toBeLessThanOrEqual(1300);
    await show(page, WIDTHS.phone, address);
    expect(await heightOf(page), `${address} on a phone`).toBeLessThanOrEqual(3000);
  }
});

test("on a phone, each submission of the list is a card of at most four lines", async ({ page, portal, db }) => {
  await startSession(page, portal.origin, db, idOf("lead"));
  await show(page, WIDTHS.phone, "/gov/submissions");
  const heights = await page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.clientHeight));
  expect(heights).toHaveLength(SUBMISSIONS);
  expect(Math.max(...heights)).toBeLessThanOrEqual(110);
});

test("rows have one line of 36 to 40 pixels under a header that stays, whatever the columns", async ({
  page,
  portal,
  db,
}) => {
  await startSession(page, portal.origin, db, idOf("lead"));
  for (const [list, { offered }] of Object.entries(COLUMN_LISTS)) {
    for (const [width, query] of [
      [1280, ""],
      [1600, ""],
      [1280, `?columns=${offered.join()}`],
      [1600, `?columns=${offered.join()}`],
    ] as const) {
      const at = `${list} at ${width}${query}`;
      await show(page, width, `/gov/${list}${query}`);
      const rows = await page.locator("tbody tr").evaluateAll((all) => all.map((row) => row.clientHeight));
      expect(rows.length, at).toBeGreaterThan(0);
      expect(Math.min(...rows), at).toBeGreaterThanOrEqual(36);
      expect(Math.max(...rows), at).toBeLessThanOrEqual(40);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(width);
    }
    await show(page, 1280, `/gov/${list}?columns=${offered.join()}`);
    // Low enough that every list scrolls.
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.locator("tbody tr").last().scrollIntoViewIfNeeded();
    await expect(page.locator("thead th").first()).toBeInViewport();
    await show(page, WIDTHS.phone, `/gov/${list}`);
    const usual = await page.locator("tbody").evaluate((body) => body.clientHeight);
    await show(page, WIDTHS.phone, `/gov/${list}?columns=${offered.join()}`);
    expect(await page.locator("tbody").evaluate((body) => body.clientHeight), `${list} on a phone`).toBeLessThanOrEqual(
      usual,
    );
  }
});

test("government's dashboard shows the first decision within 600 pixels", async ({ page, portal, db }) => {
  for (const person of ["poc", "lead", "admin", "systemAdmin", "readonly"] as const) {
    await startSession(page, portal.origin, db, idOf(person));
    await show(page, WIDTHS.desktop, "/gov");
    const first = page.getByRole("table", { name: "Submissions to act on" }).locator("tbody tr").first();
    await expect(first.getByRole("link")).toHaveAttribute("href", /^\/gov\/submissions\/paper-\d+\?view=/);
    const box = await first.boundingBox();
    expect((box?.y ?? 600) + (box?.height ?? 0), person).toBeLessThanOrEqual(600);
    await show(page, WIDTHS.phone, "/gov");
    expect(await heightOf(page), `${person} on a phone`).toBeLessThanOrEqual(3000);
  }
});

test("an organization's page fits within 2,500 pixels, with its facts beside what it does", async ({
  page,
  portal,
  db,
}) => {
  const id = "organization-of-one-page";
  const times = { createdAt: instant(-9), updatedAt: instant(-9) };
  const words = "Halcyon builds autonomy for groups of uncrewed aircraft that keep working without a radio link. ";
  const person = { pocName: "Rebecca Lindqvist", pocEmail: "rebecca.lindqvist@halcyon-autonomy.example" };
  const codes = { uei: "HALC4YN8A2T6", cageCode: "8HAL2", dunsNumber: "081274630", naicsCodes: ["541715", "336411"] };
  db.insert(organization)
    .values({
      ...{ id, name: "Halcyon Autonomy", nameKey: "halcyon autonomy", orgType: "COMPANY", status: "ACTIVE", ...times },
      ...{ description: words.repeat(3), techTags: "autonomy,swarming,edge computing", ...person, ...codes },
      ...{ addressLine1: "4820 Research Park Boulevard", city: "Huntsville", state: "AL", postalCode: "35806" },
    })
    .run();
  for (let number = 1; number <= 5; number += 1) {
    const sent = { organizationId: id, submittedBy: idOf("acmeUser"), type: "WHITE_PAPER" as const, ...times };
    db.insert(submission)
      .values({ ...sent, id: `of-one-page-${number}`, title: `Paper ${number}`, summary: words, status: "REVIEWED" })
      .run();
    db.insert(organizationDialogueNote)
      .values({ id: `note-${number}`, organizationId: id, authorId: idOf("lead"), body: words, createdAt: instant(-9) })
      .run();
  }
  await startSession(page, portal.origin, db, idOf("lead"));
  for (const status of ["WATCHLIST", "ACTIVE"]) {
    const answer = await page.request.patch(`/api/gov/organizations/${id}/status`, { data: { status } });
    expect(answer.status()).toBe(200);
  }
  await show(page, WIDTHS.desktop, `/gov/organizations/${id}`);
  await expect(page.getByRole("heading", { name: "History (2)" })).toBeVisible();
  expect(await heightOf(page)).toBeLessThanOrEqual(2500);
  const boxOf = (name: string) => page.getByRole("heading", { name, exact: true }).boundingBox();
  const [facts, submissions] = await Promise.all([boxOf("Identifiers and codes"), boxOf("Submissions (5)")]);
  expect(facts?.x).toBeGreaterThan((submissions?.x ?? 0) + 600);
});

test("a submission's page fits within 2,000 pixels, with the first action within 600 and under a phone's thumb", async ({
  page,
  portal,
  db,
}) => {
  await startSession(page, portal.origin, db, idOf("acmeUser"));
  const words = "Halcyon builds autonomy for groups of uncrewed aircraft that keep working without a radio link. ";
  const file = { name: "capability-statement.pdf", mimeType: "application/pdf", buffer: pdf() };
  const fields = { type: "WHITE_PAPER", title: "Under-ice survey gliders: what twelve people can build" };
  const sent = await page.request.post("/api/portal/submissions", {
    multipart: { ...fields, summary: words.repeat(2), techTags: "undersea,arctic operations", file },
  });
  expect(sent.status()).toBe(201);
  const { id } = (await sent.json()).data;
  const address = `/gov/submissions/${id}`;
  const match = { reason: "TAG" as const, matchedTags: ["undersea"], delivery: "NOTIFIED" as const };
  for (const person of ["poc", "lead", "readonly"] as const) {
    db.insert(submissionMatch)
      .values({ ...match, submissionId: id, userId: idOf(person), createdAt: instant(-9) })
      .run();
  }
  db.update(submission)
    .set({ status: "ROUTED", routedAt: instant(-9) })
    .where(eq(submission.id, id))
    .run();
  await startSession(page, portal.origin, db, idOf("poc"));
  for (const body of [words, words]) {
    expect((await page.request.post(`/api${address}/notes`, { data: { body } })).status()).toBe(201);
  }
  const opinion = { relevance: "HIGH", readinessLevel: 7, nextStep: "MEET", comment: words };
  expect((await page.request.put(`/api${address}/assessment`, { data: opinion })).status()).toBe(200);

  await test.step("before an answer", async () => {
    await show(page, WIDTHS.phone, address);
    const link = page.getByRole("link", { name: "Write the answer" });
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click();
    await expect(page.getByLabel("Outcome")).toBeInViewport();
    await show(page, WIDTHS.desktop, address);
    await expect(link).toBeHidden();
    const box = await page.getByLabel("Outcome").boundingBox();
    expect((box?.y ?? 600) + (box?.height ?? 0)).toBeLessThanOrEqual(600);
    expect(await heightOf(page)).toBeLessThanOrEqual(2000);
  });

  await test.step("after it", async () => {
    const answer = { outcome: "MEETING_PROPOSED", body: words, replaces: null };
    expect((await page.request.post(`/api${address}/outcomes`, { data: answer })).status()).toBe(201);
    await show(page, WIDTHS.desktop, address);
    await expect(page.getByText("Meeting proposed").first()).toBeVisible();
    expect(await heightOf(page)).toBeLessThanOrEqual(2000);
  });

  await test.step("with the document beside the forms from 1,024 pixels", async () => {
    await show(page, 1024, address);
    const [document, forms] = await Promise.all([
      page.locator("iframe").boundingBox(),
      page.getByRole("region", { name: "Answer to the submitter" }).boundingBox(),
    ]);
    expect(document?.width).toBeGreaterThan(500);
    expect((document?.x ?? 0) + (document?.width ?? 0)).toBeLessThanOrEqual(forms?.x ?? 0);
  });
});

test("three clicks lead from the sign-in page to a reviewed submission", async ({ page, db }) => {
  const statusOf = () => db.$client.prepare("SELECT status FROM submission WHERE id = 'paper-3'").pluck().get();
  expect(statusOf()).toBe("ROUTED");
  // 1
  await signIn(page, emailOf("poc"));
  await expect(page).toHaveURL("/gov");
  // 2
  await page.getByRole("table", { name: "Submissions to act on" }).locator("tbody a").first().click();
  await expect(page.getByRole("heading", { level: 1, name: /^Net capture 3:/ })).toBeVisible();
  // 3
  await page.getByRole("button", { name: /^Mark reviewed/ }).click();
  await expect.poll(statusOf).toBe("REVIEWED");
});
