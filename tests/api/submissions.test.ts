import { describe, expect, test } from "vitest";
import { SUBMISSION_TYPES } from "#db/enumerations";
import { calendarDay, insertCall, insertSubmission, instant, submissionForm, submissionRow } from "../support/arrange";
import { idOf, ORGANIZATIONS } from "../support/cast";
import { text } from "../support/files";
import { DAY, dataOf, HOUR, MINUTE, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

const submit = { as: "acmeUser", method: "POST", path: "/api/portal/submissions" } as const;
const accepted = { status: 201, events: ["submission_created"] } as const;
const refusedFor = (field: string) => ({ status: 400, fields: [field] });

describe("the fields of a submission", () => {
  scenarios(
    SUBMISSION_TYPES.map((type) => ({
      name: `a submission may be a ${type}`,
      ...submit,
      multipart: submissionForm({ type }),
      ...accepted,
    })),
  );

  const edges: [field: string, value: string, what: string, good: boolean][] = [
    ["type", "", "nothing", false],
    ["type", "white_paper", "a value in lower case", false],
    ["type", "BROCHURE", "an unknown value", false],
    ["title", "ab", "2 characters", false],
    ["title", "abc", "3 characters", true],
    ["title", "  ab  ", "2 characters with spaces around them", false],
    ["title", "a".repeat(255), "255 characters", true],
    ["title", "a".repeat(256), "256 characters", false],
    ["title", "two\r\nlines", "two lines", true],
    ["summary", "a".repeat(9), "9 characters", false],
    ["summary", "a".repeat(10), "10 characters", true],
    ["summary", `   ${"a".repeat(9)}   `, "9 characters with spaces around them", false],
    ["summary", "a".repeat(5000), "5,000 characters", true],
    ["summary", "a".repeat(5001), "5,001 characters", false],
    ["summary", "several\r\nlines\r\nof text", "several lines", true],
    ["techTags", "", "nothing", true],
    ["techTags", "a".repeat(500), "500 characters", true],
    ["techTags", "a".repeat(501), "501 characters", false],
    ["callId", "", "nothing", true],
    ["callId", "no-such-call", "an identifier that names nothing", false],
    ["callId", "a".repeat(65), "65 characters", false],
  ];
  scenarios(
    edges.map(([field, value, what, good]) => ({
      name: `${field} ${good ? "may be" : "may not be"} ${what}`,
      ...submit,
      multipart: submissionForm({ [field]: value }),
      ...(good ? accepted : refusedFor(field)),
    })),
  );

  scenarios(
    (["type", "title", "summary"] as const).map((field) => ({
      name: `${field} is required`,
      ...submit,
      given: () => {
        const multipart = submissionForm();
        multipart.delete(field);
        return { multipart };
      },
      ...refusedFor(field),
    })),
  );

  test("the server trims what it stores, and normalizes the tags", async () => {
    const portal = await openPortal();
    const multipart = submissionForm({
      title: "  Quiet\r\nrotor ",
      summary: " First line\r\nsecond line ",
      techTags: " Rotors ,, ACOUSTICS,rotors ,Deep   Sea",
    });
    const answer = await perform(portal, { ...submit, multipart, ...accepted });
    const { id } = dataOf<{ id: string }>(answer);
    expect(answer.body).toEqual({ data: { id } });
    expect(submissionRow(portal, id)).toMatchObject({
      organizationId: ORGANIZATIONS.acme,
      submittedBy: idOf("acmeUser"),
      status: "SUBMITTED",
      title: "Quiet rotor",
      summary: "First line\nsecond line",
      techTags: "rotors,acoustics,deep sea",
      callId: null,
      fileName: null,
      createdAt: instant(portal),
    });
    expect(portal.auditRows()[0]).toMatchObject({
      actorId: idOf("acmeUser"),
      organizationId: ORGANIZATIONS.acme,
      targetType: "submission",
      targetId: id,
    });
  });
});

describe("who may submit", () => {
  scenarios([
    { name: "a visitor without a session", ...submit, as: null, multipart: submissionForm(), status: 401 },
    { name: "no government user", ...submit, as: "systemAdmin", multipart: submissionForm(), status: 403 },
    {
      name: "an administrator of an organization",
      ...submit,
      as: "acmeAdmin",
      multipart: submissionForm(),
      ...accepted,
    },
  ]);
});

describe("the call that a submission responds to", () => {
  const answering = (name: string, good: boolean, makeCall: (portal: Portal) => string) => ({
    name,
    ...submit,
    given: (portal: Portal) => ({ multipart: submissionForm({ callId: makeCall(portal) }) }),
    // An open call's author is always matched, so the submission is routed too.
    ...(good ? { status: 201, events: ["submission_created", "submission_routed"] as const } : refusedFor("callId")),
  });
  scenarios([
    answering("may be open", true, (portal) => insertCall(portal)),
    answering("may be scheduled, once it is released", true, (portal) =>
      insertCall(portal, { status: "PENDING", releasesAt: instant(portal) }),
    ),
    answering("may not be scheduled for a later time", false, (portal) =>
      insertCall(portal, { status: "PENDING", releasesAt: instant(portal, 1) }),
    ),
    answering("may not be a draft", false, (portal) => insertCall(portal, { status: "DRAFT" })),
    answering("may not be closed", false, (portal) => insertCall(portal, { status: "CLOSED" })),
    answering("may be in its last millisecond", true, (portal) => insertCall(portal, { closesAt: instant(portal, 1) })),
    answering("may not be past its deadline", false, (portal) => insertCall(portal, { closesAt: instant(portal) })),
    answering("takes submissions on the day it closes", true, (portal) =>
      insertCall(portal, { closesAt: `${calendarDay(portal, 0)}T23:59:59.999Z` }),
    ),
  ]);
});

describe("the limit on submissions", () => {
  test("is twenty an hour for each user, and refused ones do not count", async () => {
    const portal = await openPortal();
    for (let sent = 0; sent < 20; sent += 1) {
      await perform(portal, { ...submit, multipart: submissionForm({ title: "" }), status: 400 });
      await perform(portal, { ...submit, multipart: submissionForm(), ...accepted });
      portal.advance(MINUTE);
    }
    const refused = { ...submit, multipart: submissionForm(), status: 429 };
    const answer = await perform(portal, refused);
    expect(answer.headers.get("retry-after")).toBe(String(40 * 60));
    await perform(portal, { ...submit, as: "acmeAdmin", multipart: submissionForm(), ...accepted });
    // An expired session is not the point here.
    portal.newSessions();
    portal.advance(40 * MINUTE - 1);
    await perform(portal, refused);
    portal.advance(1);
    await perform(portal, { ...submit, multipart: submissionForm(), ...accepted });
  });

  test("admits exactly twenty of a burst, and stores only their files", { tags: "race" }, async () => {
    const portal = await openPortal();
    const file = { name: "notes.txt", bytes: text() };
    const burst = await Promise.all(
      Array.from({ length: 25 }, () =>
        portal.request("acmeUser", "POST", submit.path, { multipart: submissionForm({}, file) }),
      ),
    );
    expect(burst.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(burst.filter(({ status }) => status === 429)).toHaveLength(5);
    const kept = portal.db.query.submission.findMany().sync();
    expect(kept).toHaveLength(20);
    expect(portal.storedFiles().sort()).toEqual(kept.map(({ storageKey }) => storageKey).sort());
  });
});

describe("an organization's own submissions", () => {
  const list = { as: "acmeUser", method: "GET", path: "/api/portal/submissions" } as const;

  test("are listed newest first with their documented fields, without others' and archived ones", async () => {
    const portal = await openPortal();
    const callId = insertCall(portal);
    insertSubmission(portal, { id: "first", techTags: "rotors", callId });
    insertSubmission(portal, { id: "archived", status: "ARCHIVED" });
    insertSubmission(portal, { id: "foreign", organizationId: ORGANIZATIONS.borealis });
    insertSubmission(portal, { id: "second", createdAt: instant(portal, DAY), submittedBy: idOf("acmeAdmin") });
    const answer = await perform(portal, { ...list, status: 200 });
    const items = dataOf<Record<string, unknown>[]>(answer);
    expect(items.map(({ id }) => id)).toEqual(["second", "first"]);
    expect(items[1]).toEqual({
      id: "first",
      type: "WHITE_PAPER",
      status: "SUBMITTED",
      title: "A quiet rotor",
      summary: "It is quiet, and it turns.",
      fileName: null,
      techTags: "rotors",
      callId,
      answerBy: null,
      createdAt: instant(portal),
      updatedAt: instant(portal),
      answerNeeded: false,
      outcome: null,
    });
  });

  scenarios([
    { name: "are an empty list at first", ...list, status: 200, body: { data: [] } },
    { name: "require a session", ...list, as: null, status: 401 },
    { name: "are not read by government at this address", ...list, as: "admin", status: 403 },
  ]);

  test("are not listed for an expired session", async () => {
    const portal = await openPortal();
    await perform(portal, { ...list, status: 200 });
    portal.advance(HOUR);
    await perform(portal, { ...list, status: 401 });
  });
});
