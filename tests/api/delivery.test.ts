import { describe, expect, test } from "vitest";
import type { NotificationKind } from "#db/enumerations";
import {
  insertCall,
  insertEngagement,
  insertInvitation,
  insertSubmission,
  instant,
  notificationsOf,
  setSetting,
  submissionForm,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, PASSWORD, type PersonKey } from "../support/cast";
import { DAY, openPortal, type Portal } from "../support/portal";

/*
 * The delivery rule (docs/contract.md#notifications) for everything that produces a notification: a missing setting
 * means enabled, a disabled one suppresses the notification, and a tag filter compares whole tags and applies only to events
 * with tags.
 */

interface Producer {
  what: string;
  kind: NotificationKind;
  recipient: PersonKey;
  /** Whether the event can have tags. If not, no filter ever applies to it. */
  tagged: boolean;
  /** Causes the event, with these tags if it can have any. */
  produce: (portal: Portal, tags: string) => Promise<unknown>;
}

const ok = async (answer: Promise<{ status: number; text: string }>) => {
  const { status, text } = await answer;
  expect(status, text).toBeLessThan(300);
};
const patch = (portal: Portal, as: PersonKey, path: string, json: object) =>
  ok(portal.request(as, "PATCH", path, { json }));
const newCall = (portal: Portal, techTags: string, status: string, releasesAt?: string) =>
  ok(
    portal.request("lead", "POST", "/api/gov/calls", {
      json: { title: "Quiet rotors", description: "Quiet ones.", techTags, status, releasesAt },
    }),
  );

const PRODUCERS: Producer[] = [
  {
    what: "a submission to a call, to the call's author",
    kind: "SUBMISSION_MATCH",
    recipient: "lead",
    tagged: true,
    produce: (portal, techTags) => {
      const multipart = submissionForm({ callId: insertCall(portal), techTags });
      return ok(portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart }));
    },
  },
  {
    what: "a reroute, to the call's author",
    kind: "SUBMISSION_MATCH",
    recipient: "lead",
    tagged: true,
    produce: (portal, techTags) => {
      insertSubmission(portal, { callId: insertCall(portal), techTags });
      return ok(portal.request("admin", "POST", "/api/notifications/reroute"));
    },
  },
  {
    what: "an announcement",
    kind: "ANNOUNCEMENT",
    recipient: "acmeUser",
    tagged: false,
    produce: (portal) =>
      ok(portal.request("lead", "POST", "/api/gov/announcements", { json: { title: "Forum", body: "In May." } })),
  },
  {
    what: "a call that is opened",
    kind: "CALL_OPENED",
    recipient: "acmeUser",
    tagged: true,
    produce: (portal, tags) => newCall(portal, tags, "OPEN"),
  },
  {
    what: "a draft that is opened",
    kind: "CALL_OPENED",
    recipient: "borealisAdmin",
    tagged: true,
    produce: (portal, techTags) =>
      patch(portal, "lead", `/api/gov/calls/${insertCall(portal, { status: "DRAFT", techTags })}`, { status: "OPEN" }),
  },
  {
    what: "a scheduled call that is released by hand",
    kind: "CALL_OPENED",
    recipient: "acmeAdmin",
    tagged: true,
    produce: (portal, techTags) => {
      const id = insertCall(portal, { status: "PENDING", releasesAt: instant(portal, DAY), techTags });
      return patch(portal, "lead", `/api/gov/calls/${id}`, { status: "OPEN" });
    },
  },
  {
    what: "a change of an engagement, to its creator",
    kind: "ENGAGEMENT_UPDATE",
    recipient: "poc",
    tagged: false,
    produce: (portal) =>
      patch(portal, "admin", `/api/gov/engagements/${insertEngagement(portal)}`, {
        title: "Another title",
        type: "DEMO",
        status: "COMPLETED",
        date: "2026-03-10",
        commandId: COMMANDS.alpha,
        organizationIds: [ORGANIZATIONS.acme],
      }),
  },
  {
    what: "a note on an engagement, to its creator",
    kind: "ENGAGEMENT_UPDATE",
    recipient: "poc",
    tagged: false,
    produce: (portal) =>
      ok(
        portal.request("lead", "POST", `/api/gov/engagements/${insertEngagement(portal)}/notes`, {
          json: { body: "They came." },
        }),
      ),
  },
  {
    what: "the review of a submission, to its submitter",
    kind: "SYSTEM",
    recipient: "acmeUser",
    // The submission has tags, but filters do not apply to news about the reader's own record.
    tagged: false,
    produce: (portal, techTags) =>
      patch(portal, "poc", `/api/gov/submissions/${insertSubmission(portal, { status: "ROUTED", techTags })}/status`, {
        status: "REVIEWED",
      }),
  },
  {
    what: "a changed role, to its user",
    kind: "SYSTEM",
    recipient: "acmeUser",
    tagged: false,
    produce: (portal) =>
      patch(portal, "acmeAdmin", `/api/portal/users/${idOf("acmeUser")}`, { industryRole: "INDUSTRY_ADMIN" }),
  },
  {
    what: "a colleague who joined, to the person who invited them",
    kind: "SYSTEM",
    recipient: "acmeAdmin",
    tagged: false,
    produce: (portal) =>
      ok(
        portal.request(null, "POST", "/api/portal/invitations/accept", {
          json: { token: insertInvitation(portal).token, name: "Nina Colleague", password: PASSWORD },
        }),
      ),
  },
];

const SETTINGS: { says: string; setting?: { enabled?: boolean; techTags?: string }; tags: string; reaches: boolean }[] =
  [
    { says: "a missing setting lets it through", tags: "rotors", reaches: true },
    { says: "an enabled one without tags does", setting: {}, tags: "rotors", reaches: true },
    { says: "a disabled one does not", setting: { enabled: false }, tags: "rotors", reaches: false },
    {
      says: "a disabled one with its tag does not",
      setting: { enabled: false, techTags: "rotors" },
      tags: "rotors",
      reaches: false,
    },
    {
      says: "a filter with one of its tags does",
      setting: { techTags: "hulls,rotors" },
      tags: "sensors,rotors",
      reaches: true,
    },
    { says: "a filter with none of its tags does not", setting: { techTags: "hulls" }, tags: "rotors", reaches: false },
    {
      says: "a filter with a part of its tag does not",
      setting: { techTags: "rotor" },
      tags: "rotors",
      reaches: false,
    },
    {
      says: "a filter with more than its tag does not",
      setting: { techTags: "quiet rotors" },
      tags: "rotors",
      reaches: false,
    },
    { says: "a filter does, where it carries no tags", setting: { techTags: "hulls" }, tags: "", reaches: true },
  ];

for (const { what, kind, recipient, tagged, produce } of PRODUCERS) {
  describe(`the ${kind} of ${what}`, () => {
    for (const { says, setting, tags, reaches } of SETTINGS) {
      // Tags never stop an event without tags. Only a disabled setting does.
      const expected = tagged ? reaches : setting?.enabled !== false;
      test(`${says}${expected === reaches ? "" : ", because it has no tags"}`, async () => {
        const portal = await openPortal();
        if (setting) setSetting(portal, recipient, kind, setting);
        await produce(portal, tags);
        const got = notificationsOf(portal, recipient).filter((row) => row.kind === kind);
        expect(got.map(({ read }) => read)).toEqual(expected ? [false] : []);
      });
    }

    test("a setting of another kind does not affect it", async () => {
      const portal = await openPortal();
      const others = ["SUBMISSION_MATCH", "ANNOUNCEMENT", "CALL_OPENED", "ENGAGEMENT_UPDATE", "SYSTEM"] as const;
      for (const other of others) if (other !== kind) setSetting(portal, recipient, other, { enabled: false });
      await produce(portal, "rotors");
      expect(notificationsOf(portal, recipient).map((row) => row.kind)).toEqual([kind]);
    });
  });
}

describe("what notifies nobody", () => {
  const everybody = (portal: Portal) => portal.db.query.notification.findMany().sync();

  test("scheduling a call, and the clock releasing it", async () => {
    const portal = await openPortal();
    await newCall(portal, "rotors", "PENDING", instant(portal, DAY));
    const draft = insertCall(portal, { status: "DRAFT" });
    await patch(portal, "lead", `/api/gov/calls/${draft}`, { status: "PENDING", releasesAt: instant(portal, DAY) });
    portal.advance(2 * DAY);
    await ok(portal.request(null, "GET", "/api/portal/calls"));
    expect(everybody(portal)).toEqual([]);
  });

  test("reopening a closed call, and closing a call", async () => {
    const portal = await openPortal();
    const id = insertCall(portal);
    await patch(portal, "lead", `/api/gov/calls/${id}`, { status: "CLOSED" });
    await patch(portal, "lead", `/api/gov/calls/${id}`, { status: "OPEN" });
    expect(everybody(portal)).toEqual([]);
  });

  test("what users do to their own engagements", async () => {
    const portal = await openPortal();
    const path = `/api/gov/engagements/${insertEngagement(portal)}/notes`;
    await ok(portal.request("poc", "POST", path, { json: { body: "We met." } }));
    expect(everybody(portal)).toEqual([]);
  });
});

test("turning a kind off keeps the notifications that were sent before", async () => {
  const portal = await openPortal();
  await newCall(portal, "rotors", "OPEN");
  const settings = [{ kind: "CALL_OPENED", enabled: false }];
  await ok(portal.request("acmeUser", "PUT", "/api/notifications/settings", { json: { settings } }));
  await newCall(portal, "rotors", "OPEN");
  expect(notificationsOf(portal, "acmeUser")).toHaveLength(1);
});
