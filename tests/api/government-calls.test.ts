import { describe, expect, test } from "vitest";
import { callListSchema } from "~/domain/call/schema";
import { insertCall, insertSubmission, instant } from "../support/arrange";
import { idOf } from "../support/cast";
import { idsOf, testPaging, testQueries } from "../support/lists";
import { DAY, dataOf, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const LIST = { path: "/api/gov/calls" };
const list = (query = "") => ({ as: "readonly", method: "GET", path: `${LIST.path}${query}` }) as const;

interface Page {
  items: { id: string; status: string }[];
}

/** Six calls, changed a minute apart, that differ in every filter. */
function insertSix(portal: Portal): void {
  const at = (minute: number) => ({ createdAt: instant(portal, -minute), updatedAt: instant(portal, minute * MINUTE) });
  const day = (days: number) => instant(portal, days * DAY);
  insertCall(portal, { id: "a", title: "Delta", techTags: "rotors,hulls", closesAt: day(3), ...at(1) });
  insertCall(portal, { id: "b", title: "alpha", status: "DRAFT", noticeType: "SOURCES_SOUGHT", ...at(2) });
  insertCall(portal, { id: "c", title: "Charlie", status: "PENDING", releasesAt: instant(portal, 1), ...at(3) });
  insertCall(portal, { id: "d", title: "Bravo", status: "PENDING", releasesAt: instant(portal), ...at(4) });
  insertCall(portal, { id: "e", title: "Echo 100%", status: "CLOSED", techTags: "rotor", closesAt: day(1), ...at(5) });
  insertCall(portal, { id: "f", title: "Foxtrot", setAside: "WOSB", closesAt: day(-1), ...at(6) });
}

describe("government's list of calls", () => {
  testQueries(LIST, insertSix, [
    ["", "fedcba"],
    ["?sort=updatedAt", "abcdef"],
    ["?sort=createdAt", "fedcba"],
    ["?sort=-createdAt", "abcdef"],
    ["?sort=title", "bdcaef"],
    ["?sort=-title", "feacdb"],
    ["?sort=closesAt", "feabcd"],
    ["?sort=-closesAt", "aefdcb"],
    ["?status=DRAFT", "b"],
    ["?status=PENDING", "c"],
    ["?status=OPEN", "fda"],
    ["?status=CLOSED", "e"],
    ["?noticeType=SOURCES_SOUGHT", "b"],
    ["?noticeType=OTHER", ""],
    ["?setAside=WOSB", "f"],
    ["?closesFrom=2026-03-03", "ea"],
    ["?closesTo=2026-03-03", "fe"],
    ["?closesFrom=2026-03-01&closesTo=2026-03-01", "f"],
    ["?closesFrom=2026-03-06", ""],
    ["?tag=rotors", "a"],
    ["?tag=ROTORS", "a"],
    ["?tag=rot", ""],
    ["?q=HA", "cb"],
    ["?q=%25", "e"],
    ["?q=_", ""],
    ["?updatedSince=2026-03-02T15:05:00Z", "ef"],
    ["?updatedSince=2026-03-02T16:05:00%2B01:00", "ef"],
    ["?updatedSince=2026-03-02T15:05:00.001Z", "f"],
    ["?status=OPEN&tag=hulls&sort=title", "a"],
    ["?unknown=1", "fedcba"],
  ]);

  test("follows the clock: a scheduled call is open after its release", async () => {
    const portal = await openPortal();
    insertSix(portal);
    portal.advance(1);
    expect(await idsOf(portal, LIST, "?status=PENDING")).toBe("");
    expect(await idsOf(portal, LIST, "?status=OPEN")).toBe("fdca");
  });

  test("shows every field of a call, its author and its effective status, and no internal field", async () => {
    const portal = await openPortal();
    const values = { noticeType: "SOLICITATION", officeName: "Contracting", popCity: "Hampton" } as const;
    insertCall(portal, { id: "one", status: "PENDING", releasesAt: instant(portal), techTags: "rotors", ...values });
    const [item] = dataOf<Page>(await perform(portal, { ...list(), status: 200 })).items;
    const none = [
      ...["closesAt", "questionsDueAt", "solicitationNumber", "setAside", "naicsCode", "classificationCode"],
      ...["additionalInfoLink", "pocName", "pocTitle", "pocEmail", "pocPhone", "secondaryPocName"],
      ...["secondaryPocEmail", "secondaryPocPhone", "officeCity", "officeState", "officeZip", "officeCountry"],
      ...["popState", "popZip", "popCountry", "answerWithinDays"],
    ];
    expect(item).toEqual({
      id: "one",
      title: "Quiet rotors",
      description: "We look for quiet rotors.",
      techTags: "rotors",
      status: "OPEN",
      releasesAt: instant(portal),
      author: { id: idOf("lead"), name: "Person lead" },
      createdAt: instant(portal),
      updatedAt: instant(portal),
      ...values,
      ...Object.fromEntries(none.map((name) => [name, null])),
    });
  });

  testPaging(LIST, callListSchema, (portal, tied, number) => {
    const closesAt = number % 4 === 0 ? null : instant(portal, (number % 2) * DAY);
    insertCall(portal, { ...tied, closesAt });
  });

  const bad = [
    "page=0",
    "page=x",
    "pageSize=101",
    "sort=status",
    "status=open",
    "status=",
    "noticeType=RUMOR",
    "setAside=NONE",
    "tag=a,b",
    "q=",
    "updatedSince=2026-03-02",
    "updatedSince=yesterday",
  ];
  scenarios([
    ...bad.map((query) => ({ name: `refuses ${query}`, ...list(`?${query}`), status: 400 })),
    { name: "accepts pageSize=100", ...list("?pageSize=100"), status: 200 },
    { name: "is not for industry", ...list(), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list(), as: null, status: 401 },
  ]);
});

describe("a call's record", () => {
  test("has the number of its submissions, without archived ones", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { status: "CLOSED" });
    insertSubmission(portal, { callId: id });
    insertSubmission(portal, { callId: id, status: "REVIEWED" });
    insertSubmission(portal, { callId: id, status: "ARCHIVED" });
    insertSubmission(portal, { callId: insertCall(portal) });
    const answer = await perform(portal, { ...list(`/${id}`), status: 200 });
    expect(answer.body).toMatchObject({
      data: { id, status: "CLOSED", author: { id: idOf("lead") }, counts: { submissions: 2 } },
    });
    expect(answer.text).not.toMatch(/recordNumber|authorId/);
  });

  scenarios([
    { name: "that is missing is not found", ...list("/none"), status: 404 },
    { name: "is not for industry", ...list("/none"), as: "acmeAdmin", status: 403 },
    { name: "requires a session", ...list("/none"), as: null, status: 401 },
    {
      name: "is found when it is a draft",
      ...list(),
      given: (portal) => ({ path: `/api/gov/calls/${insertCall(portal, { status: "DRAFT" })}` }),
      status: 200,
      body: { data: { status: "DRAFT" } },
    },
  ]);
});
