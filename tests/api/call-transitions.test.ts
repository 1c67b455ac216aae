import { describe, expect, test } from "vitest";
import { CALL_STATUSES, type CallStatus } from "#db/enumerations";
import type { AuditEventName } from "~/audit/events";
import { insertCall, instant } from "../support/arrange";
import { INDUSTRY_PEOPLE } from "../support/cast";
import { FOR_EVERYONE } from "../support/common-headers";
import { DAY, dataOf, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

const STATES: Record<string, (portal: Portal) => { status: CallStatus; releasesAt?: string }> = {
  DRAFT: () => ({ status: "DRAFT" }),
  "PENDING before its release": (portal: Portal) => ({ status: "PENDING", releasesAt: instant(portal, 1) }),
  "PENDING after its release": (portal: Portal) => ({ status: "PENDING", releasesAt: instant(portal) }),
  OPEN: () => ({ status: "OPEN" }),
  CLOSED: () => ({ status: "CLOSED" }),
};

const MOVED: AuditEventName[] = ["call_status_changed"];
const PUBLISHED: AuditEventName[] = ["call_status_changed", "call_published"];

/** The moves in docs/contract.md#calls, with or without a release time, and their audit events. Anything else is 400. */
const ALLOWED: Record<string, AuditEventName[]> = {
  "DRAFT → PENDING with releasesAt": MOVED,
  "DRAFT → OPEN without": PUBLISHED,
  "PENDING before its release → OPEN without": PUBLISHED,
  "PENDING before its release → DRAFT without": MOVED,
  "PENDING after its release → CLOSED without": MOVED,
  "OPEN → CLOSED without": MOVED,
  "CLOSED → OPEN without": MOVED,
};

describe("moving a call", () => {
  for (const [state, valuesOf] of Object.entries(STATES)) {
    for (const to of CALL_STATUSES) {
      for (const release of ["with releasesAt", "without"] as const) {
        const events = ALLOWED[`${state} → ${to} ${release}`];
        test(`${state} → ${to} ${release} is ${events ? "allowed" : "refused"}`, async () => {
          const portal = await openPortal();
          const id = insertCall(portal, valuesOf(portal));
          const sent = release === "without" ? {} : { releasesAt: instant(portal, DAY) };
          const expected = events ? { status: 200, events, body: { data: { id, status: to } } } : { status: 400 };
          await perform(portal, {
            as: "lead",
            method: "PATCH",
            path: `/api/gov/calls/${id}`,
            json: { status: to, ...sent },
            ...expected,
          });
          const notifications = portal.db.query.notification.findMany().sync();
          expect(notifications).toHaveLength(events === PUBLISHED ? INDUSTRY_PEOPLE.length : 0);
          if (events) {
            const row = portal.db.query.call.findFirst().sync();
            expect(row?.status).toBe(to);
            expect(row?.releasesAt).toBe(to === "PENDING" ? instant(portal, DAY) : null);
          }
        });
      }
    }
  }

  test("to PENDING requires a release time in the future", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { status: "DRAFT" });
    const move = {
      as: "lead",
      method: "PATCH",
      path: `/api/gov/calls/${id}`,
      status: 400,
      fields: ["releasesAt"],
    } as const;
    await perform(portal, { ...move, json: { status: "PENDING", releasesAt: instant(portal) } });
    await perform(portal, { ...move, json: { status: "PENDING", releasesAt: instant(portal, -1) } });
    await perform(portal, { ...move, json: { status: "PENDING", releasesAt: null } });
    await perform(portal, { ...move, json: { status: "PENDING", releasesAt: "tomorrow" } });
  });

  test("to an unknown status is refused", async () => {
    const portal = await openPortal();
    const path = `/api/gov/calls/${insertCall(portal)}`;
    for (const status of ["closed", "", null, 1]) {
      await perform(portal, { as: "lead", method: "PATCH", path, json: { status }, status: 400, fields: ["status"] });
    }
  });
});

describe("creating a call", () => {
  const CREATED: AuditEventName[] = ["call_created"];
  const OPENED: AuditEventName[] = ["call_created", "call_published"];
  const RELEASES = { future: DAY, present: 0, past: -DAY } as const;
  /** How a call can be created. Anything else is 400. */
  const CREATABLE: Record<string, AuditEventName[]> = {
    "no status, without": OPENED,
    "OPEN, without": OPENED,
    "DRAFT, without": CREATED,
    "PENDING, future": CREATED,
  };

  for (const status of [undefined, ...CALL_STATUSES]) {
    for (const release of ["without", "future", "present", "past"] as const) {
      const key = `${status ?? "no status"}, ${release}`;
      const events = CREATABLE[key];
      test(`with ${key} ${release === "without" ? "releasesAt" : "release"} is ${events ? "allowed" : "refused"}`, async () => {
        const portal = await openPortal();
        const sent = release === "without" ? {} : { releasesAt: instant(portal, RELEASES[release]) };
        await perform(portal, {
          as: "lead",
          method: "POST",
          path: "/api/gov/calls",
          json: { title: "Quiet rotors", description: "Quiet ones.", status, ...sent },
          ...(events ? { status: 201, events } : { status: 400 }),
        });
        const notifications = portal.db.query.notification.findMany().sync();
        expect(notifications).toHaveLength(events === OPENED ? INDUSTRY_PEOPLE.length : 0);
        const row = portal.db.query.call.findFirst().sync();
        expect(row?.status).toBe(events ? (status ?? "OPEN") : undefined);
        if (events) expect(row?.releasesAt).toBe(release === "future" ? instant(portal, DAY) : null);
      });
    }
  }
});

describe("a call's life", () => {
  const countNotifications = (portal: Portal) => portal.db.query.notification.findMany().sync().length;
  const patch = (portal: Portal, id: string, json: object, expected: { status: number; events?: AuditEventName[] }) =>
    perform(portal, { as: "lead", method: "PATCH", path: `/api/gov/calls/${id}`, json, ...expected });
  const statusOf = async (portal: Portal, id: string) =>
    dataOf<{ status: CallStatus }>(
      await perform(portal, { as: "poc", method: "GET", path: `/api/gov/calls/${id}`, status: 200 }),
    ).status;

  test("can be released by the clock between two requests, then closed and reopened silently", async () => {
    const portal = await openPortal();
    const released = instant(portal, DAY / 24);
    const id = insertCall(portal, { status: "PENDING", releasesAt: released });
    await patch(portal, id, { title: "Quieter rotors" }, { status: 200, events: ["call_updated"] });
    expect(await statusOf(portal, id)).toBe("PENDING");

    portal.newSessions();
    portal.advance(DAY / 24);
    expect(await statusOf(portal, id)).toBe("OPEN");
    await patch(portal, id, { title: "Loud rotors" }, { status: 400 });
    await patch(portal, id, { status: "DRAFT" }, { status: 400 });
    await patch(portal, id, { status: "OPEN" }, { status: 400 });
    await patch(portal, id, { releasesAt: instant(portal, DAY) }, { status: 400 });
    // An empty change requires nothing, so the server accepts it.
    await patch(portal, id, {}, { status: 200 });

    await patch(portal, id, { status: "CLOSED" }, { status: 200, events: MOVED });
    expect(await statusOf(portal, id)).toBe("CLOSED");
    expect(portal.auditRows().at(-1)?.details).toBe(
      JSON.stringify({
        before: { status: "OPEN", releasesAt: released },
        after: { status: "CLOSED", releasesAt: null },
      }),
    );
    await patch(portal, id, { status: "OPEN" }, { status: 200, events: MOVED });
    expect(await statusOf(portal, id)).toBe("OPEN");
    expect(countNotifications(portal)).toBe(0);
  });

  test("notifies industry once, however often someone closes and reopens the call", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { status: "DRAFT" });
    await patch(portal, id, { status: "OPEN" }, { status: 200, events: PUBLISHED });
    for (const status of ["CLOSED", "OPEN", "CLOSED", "OPEN"]) {
      await patch(portal, id, { status }, { status: 200, events: MOVED });
    }
    expect(countNotifications(portal)).toBe(INDUSTRY_PEOPLE.length);
  });

  test("keeps an edit in the same request as closing", async () => {
    const portal = await openPortal();
    const id = insertCall(portal, { title: "Quiet rotors" });
    await patch(portal, id, { status: "CLOSED", techTags: "rotors" }, { status: 400 });
    expect(portal.db.query.call.findFirst().sync()).toMatchObject({ status: "OPEN", techTags: "" });
  });

  test("opens once and notifies industry once when thirty users open it together", { tags: "race" }, async () => {
    const portal = await openPortal();
    const path = `/api/gov/calls/${insertCall(portal, { status: "DRAFT" })}`;
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => portal.request("lead", "PATCH", path, { json: { status: "OPEN" } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(29);
    expect(countNotifications(portal)).toBe(INDUSTRY_PEOPLE.length);
  });
});

describe("the public feed of calls", () => {
  const feed = { as: null, method: "GET", path: "/api/portal/calls" } as const;
  type Item = { id: string; status: CallStatus; closesAt: string | null };
  const idsOf = async (portal: Portal) =>
    dataOf<Item[]>(await perform(portal, { ...feed, status: 200 })).map(({ id }) => id);

  test("lists open calls by deadline, and calls without a deadline last", async () => {
    const portal = await openPortal();
    insertCall(portal, { id: "none" });
    insertCall(portal, { id: "later", closesAt: instant(portal, 2 * DAY) });
    insertCall(portal, { id: "sooner", closesAt: instant(portal, DAY) });
    insertCall(portal, { id: "draft", status: "DRAFT" });
    insertCall(portal, { id: "closed", status: "CLOSED" });
    insertCall(portal, { id: "scheduled", status: "PENDING", releasesAt: instant(portal, 1) });
    insertCall(portal, { id: "over", closesAt: instant(portal) });
    insertCall(portal, {
      id: "released",
      status: "PENDING",
      releasesAt: instant(portal),
      closesAt: instant(portal, 3 * DAY),
    });
    expect(await idsOf(portal)).toEqual(["sooner", "later", "released", "none"]);
  });

  test("shows six fields and the effective status", async () => {
    const portal = await openPortal();
    const values = { techTags: "rotors", pocName: "Ann Able", closesAt: instant(portal, DAY) };
    insertCall(portal, { id: "one", status: "PENDING", releasesAt: instant(portal, -DAY), ...values });
    const answer = await perform(portal, { ...feed, status: 200 });
    expect(answer.body).toEqual({
      data: [
        {
          id: "one",
          title: "Quiet rotors",
          description: "We look for quiet rotors.",
          techTags: "rotors",
          status: "OPEN",
          closesAt: instant(portal, DAY),
        },
      ],
    });
  });

  test("shows a scheduled call after its release, although no notification was sent", async () => {
    const portal = await openPortal();
    insertCall(portal, { id: "scheduled", status: "PENDING", releasesAt: instant(portal, DAY) });
    portal.advance(DAY - 1);
    expect(await idsOf(portal)).toEqual([]);
    portal.advance(1);
    expect(await idsOf(portal)).toEqual(["scheduled"]);
    expect(portal.db.query.notification.findMany().sync()).toEqual([]);
  });

  test("shows a call until the end of its last day in UTC", async () => {
    const portal = await openPortal();
    const json = { title: "Rotors", description: "Quiet ones.", closesAt: portal.now().toISOString().slice(0, 10) };
    await portal.request("lead", "POST", "/api/gov/calls", { json });
    portal.advance(9 * 3_600_000 - 2);
    expect(await idsOf(portal)).toHaveLength(1);
    portal.advance(1);
    expect(await idsOf(portal)).toHaveLength(0);
  });

  test("is revalidated on every request", async () => {
    const portal = await openPortal();
    const { headers } = await perform(portal, { ...feed, status: 200, body: { data: [] } });
    expect(headers.get("cache-control")).toMatch(FOR_EVERYONE);
  });
});
