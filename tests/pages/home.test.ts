import { describe, expect, test } from "vitest";
import type { Outcome } from "#db/enumerations";
import { submissionOutcome } from "#db/schema";
import { LIMITS } from "~/values/limits";
import { insertCall, insertOrganization, insertSubmission } from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { withoutScripts, wordsOf } from "../support/markup";
import { DAY, openPortal, type Portal } from "../support/portal";
import { linksIn, partOf } from "../support/shell";

/* The tests' clock starts at Mar 2, 2026, 15:00 UTC, so the figures cover Mar 2025 to Feb 2026. */

const IN_JANUARY = "2026-01-10T10:00:00.000Z";

function send(portal: Portal, submissionId: string, outcome: Outcome, sentAt: string): void {
  const id = `outcome-${submissionId}-${sentAt}`;
  portal.db
    .insert(submissionOutcome)
    .values({ id, submissionId, outcome, body: "", sentBy: idOf("poc"), sentAt })
    .run();
  portal.db.$client.prepare("UPDATE submission SET outcome_id = ? WHERE id = ?").run(id, submissionId);
}

/** Inserts a submission, by default of an organization of its own, and its answer some days later. @returns its id */
function insertAnswered(
  portal: Portal,
  days: number,
  outcome: Outcome = "NOT_NOW",
  { createdAt = IN_JANUARY, organizationId = insertOrganization(portal) } = {},
): string {
  const id = insertSubmission(portal, { status: "REVIEWED", createdAt, organizationId });
  send(portal, id, outcome, new Date(Date.parse(createdAt) + days * DAY).toISOString());
  return id;
}

const times = (count: number, act: (index: number) => void) => Array.from({ length: count }, (_, index) => act(index));

const home = async (portal: Portal, person: PersonKey | null = null) =>
  withoutScripts((await portal.request(person, "GET", "/")).text);

/** The figures as a visitor reads them, by their labels. Empty if there are none. */
async function figuresOf(portal: Portal): Promise<Record<string, string>> {
  const html = await home(portal);
  if (!html.includes("glip-numbers__list")) return {};
  const list = partOf(html, '<dl class="glip-numbers__list"', "dl");
  return Object.fromEntries(
    [...list.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)].map(([, label = "", value = ""]) => [wordsOf(label), value]),
  );
}

const RECEIVED = "submissions received";
const ANSWERED = "submissions answered";
const MEDIAN = "days until half of those were answered";
const NEXT_STEPS = "led to interest, a meeting or a referral";
const hour = (portal: Portal) => portal.advance(LIMITS.publicFiguresKeptSeconds * 1000);

describe("the home page's figures", () => {
  test("are about the last twelve whole months", async () => {
    const portal = await openPortal();
    times(3, () => insertAnswered(portal, 4, "INTERESTED"));
    times(2, () => insertAnswered(portal, 9, "MEETING_PROPOSED"));
    times(5, () => insertAnswered(portal, 20, "NO_ANSWER_PLANNED"));
    // Received before, answered within.
    times(4, () => insertAnswered(portal, 30, "FORWARDED", { createdAt: "2025-02-20T10:00:00.000Z" }));
    // Only the first answer counts for the days, and any for the next steps.
    send(portal, insertAnswered(portal, 10), "INTERESTED", "2026-02-20T10:00:00.000Z");
    // Too early, and in the present month.
    times(5, () => insertAnswered(portal, 1, "INTERESTED", { createdAt: "2025-02-02T10:00:00.000Z" }));
    times(5, () => insertAnswered(portal, 25, "INTERESTED", { createdAt: "2026-02-10T10:00:00.000Z" }));
    times(5, () => insertSubmission(portal, { createdAt: "2026-03-01T10:00:00.000Z" }));
    expect(await figuresOf(portal)).toEqual({
      [RECEIVED]: "15",
      [ANSWERED]: "15",
      [MEDIAN]: "20",
      [NEXT_STEPS]: "10",
    });
    expect(wordsOf(await home(portal))).toContain("Mar 2025 to Feb 2026");
  });

  test("leave out numbers about few organizations", async () => {
    const portal = await openPortal();
    const fewest = LIMITS.fewestInPublicFigures;
    times(fewest - 1, () => insertAnswered(portal, 4));
    // One organization's submissions are one organization.
    const organizationId = insertOrganization(portal);
    times(20, () => insertSubmission(portal, { createdAt: IN_JANUARY, organizationId }));
    hour(portal);
    expect(await figuresOf(portal)).toEqual({ [RECEIVED]: "25" });
    insertAnswered(portal, 4, "NOT_NOW", { organizationId });
    hour(portal);
    expect(await figuresOf(portal)).toEqual({ [RECEIVED]: "25", [ANSWERED]: "5", [MEDIAN]: "4" });
    const empty = await openPortal();
    times(fewest - 1, () => insertAnswered(empty, 4, "INTERESTED"));
    expect(await figuresOf(empty)).toEqual({});
  });

  test.each([
    [5, 4, null],
    [5, 5, "5"],
    [4, 5, null],
    [20, 1, null],
    [20, 0, null],
    [1, 20, null],
    [0, 20, null],
  ])("show next steps of %s organizations, without any of %s others, as %s", async (going, others, expected) => {
    const portal = await openPortal();
    times(going, () => insertAnswered(portal, 4, "INTERESTED"));
    times(others, () => insertAnswered(portal, 4));
    const { [ANSWERED]: answered, [NEXT_STEPS]: nextSteps = null } = await figuresOf(portal);
    expect(Number(answered)).toBe(Math.round((going + others) / 5) * 5);
    expect(nextSteps).toBe(expected);
  });

  test("count a next step of the months only if its first answer is of the months too", async () => {
    const portal = await openPortal();
    times(9, () => {
      const earlier = insertAnswered(portal, 4, "NOT_NOW", { createdAt: "2025-02-02T10:00:00.000Z" });
      send(portal, earlier, "INTERESTED", IN_JANUARY);
    });
    times(5, () => insertAnswered(portal, 4));
    times(5, () => insertAnswered(portal, 4, "INTERESTED"));
    expect(await figuresOf(portal)).toMatchObject({ [ANSWERED]: "10", [NEXT_STEPS]: "5" });
  });

  test("do not change when an answer is sent, and cover another month when it is over", async () => {
    const portal = await openPortal();
    times(8, () => insertAnswered(portal, 4, "INTERESTED"));
    const before = await figuresOf(portal);
    times(8, () => insertAnswered(portal, 1, "INTERESTED", { createdAt: "2026-03-01T10:00:00.000Z" }));
    hour(portal);
    expect(await figuresOf(portal)).toEqual(before);
    portal.advance(31 * DAY);
    expect(await figuresOf(portal)).toMatchObject({ [RECEIVED]: "15" });
  });

  test("are kept for a while", async () => {
    const portal = await openPortal();
    times(8, () => insertAnswered(portal, 4));
    const before = await figuresOf(portal);
    times(8, () => insertAnswered(portal, 4));
    expect(await figuresOf(portal)).toEqual(before);
    hour(portal);
    expect(await figuresOf(portal)).toMatchObject({ [ANSWERED]: "15" });
  });

  test("come with the agency's promise, if it makes one", async () => {
    const portal = await openPortal({ ANSWER_WITHIN_DAYS: "20" });
    times(8, () => insertAnswered(portal, 4));
    expect(Object.keys(await figuresOf(portal)).join()).toContain("We promise 20 working days");
    expect(wordsOf(await home(await openPortal()))).not.toContain("promise");
  });
});

describe("the home page", () => {
  test.each([
    [null, "/register"],
    ["acmeUser", "/portal"],
    ["poc", "/gov"],
  ] as const)("has one main action for %s", async (person, to) => {
    const portal = await openPortal({ AGENCY_NAME: "Office of Tests" });
    const main = partOf(await home(portal, person), "<main", "main");
    const buttons = main.match(/<a [^>]*class="usa-button[^>]*>/g) ?? [];
    expect(buttons).toEqual([expect.stringContaining(`href="${to}"`)]);
    expect(main.match(/<h1>/g)).toHaveLength(1);
    expect(main).toContain("Office of Tests");
  });

  test("shows the most urgent calls with the time left, and how many there are in all", async () => {
    const portal = await openPortal();
    for (const day of ["20", "12", "28", "14", "16", "18"]) {
      insertCall(portal, { title: `Until March ${day}`, closesAt: `2026-03-${day}T23:59:59.999Z` });
    }
    const main = partOf(await home(portal), "<main", "main");
    const titles = linksIn(main).map(([label]) => label);
    expect(titles.filter((title) => title.startsWith("Until"))).toEqual(
      ["12", "14", "16", "18", "20"].map((day) => `Until March ${day}`),
    );
    expect(titles).toContain("All 6 open calls");
    expect(wordsOf(main)).toMatch(/10 days/);
  });

  test("names no submission, organization or person of a submission", async () => {
    const portal = await openPortal();
    times(12, (index) =>
      insertSubmission(portal, { title: `Confidential title ${index}`, status: "ROUTED", createdAt: IN_JANUARY }),
    );
    const { text } = await portal.request(null, "GET", "/");
    expect(text).not.toMatch(/Confidential title|acme/i);
  });
});
