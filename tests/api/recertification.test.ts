import { describe, expect, test } from "vitest";
import { user } from "#db/schema";
import { setActive } from "../support/administration";
import { idOf, type PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { DAY, dataOf, openPortal, type Portal } from "../support/portal";
import { perform, scenarios } from "../support/scenario";

/* The yearly confirmation of government accounts. The cast is created when a portal opens. */

const PATH = "/api/gov/admin/recertification";
const LIST = { path: PATH, method: "GET" } as const;

const due = async (portal: Portal, as: PersonKey) => {
  const answer = await perform(portal, { ...LIST, as, status: 200 });
  return dataOf<{ items: { id: string }[] }>(answer).items.map(({ id }) => id.replace("user-", ""));
};

/** A portal whose accounts are this old. */
async function portalAfter(days: number, settings: Record<string, string> = {}) {
  const portal = await openPortal(settings);
  portal.advance(days * DAY);
  portal.newSessions();
  return portal;
}

describe("the accounts to confirm", () => {
  test("are those that nobody confirmed for a year, as far as the caller may administer them", async () => {
    expect(await due(await portalAfter(364), "systemAdmin")).toEqual([]);
    const portal = await portalAfter(365);
    expect((await due(portal, "systemAdmin")).sort()).toEqual(
      ["admin", "bravoPoc", "lead", "poc", "readonly", "systemAdmin"].sort(),
    );
    expect((await due(portal, "admin")).sort()).toEqual(["admin", "bravoPoc", "lead", "poc", "readonly"].sort());
    expect((await due(portal, "lead")).sort()).toEqual(["poc", "readonly"]);
    expect((await setActive(portal, "admin", "poc", false)).status).toBe(200);
    expect(await due(portal, "lead")).toEqual(["readonly"]);
    expect((await setActive(portal, "admin", "poc", true)).status).toBe(200);
    expect(await due(portal, "lead")).toEqual(["readonly"]);
  });

  test("are nobody if it is turned off, or until the setting's days have passed", async () => {
    expect(await due(await portalAfter(9_000, { RECERTIFY_DAYS: "0" }), "systemAdmin")).toEqual([]);
    expect(await due(await portalAfter(30, { RECERTIFY_DAYS: "31" }), "systemAdmin")).toEqual([]);
    expect(await due(await portalAfter(31, { RECERTIFY_DAYS: "31" }), "lead")).toHaveLength(2);
  });
});

describe("deciding about accounts", () => {
  test("confirms some and deactivates others in one pass, and audits each", async () => {
    const portal = await portalAfter(400);
    await perform(portal, {
      ...{ as: "lead", method: "POST", path: PATH },
      json: { confirm: [idOf("readonly")], deactivate: [idOf("poc"), idOf("poc")] },
      status: 200,
      events: ["gov_user_confirmed", "gov_user_deactivated"],
      body: { data: { confirmed: 1, deactivated: 1 } },
    });
    expect(JSON.parse(portal.auditRows().at(-2)?.details ?? "")).toEqual({
      before: { confirmedAt: null },
      after: { confirmedAt: portal.now().toISOString() },
    });
    expect(await due(portal, "lead")).toEqual([]);
    portal.advance(365 * DAY);
    portal.newSessions();
    expect(await due(portal, "lead")).toEqual(["readonly"]);
  });

  const send = (as: PersonKey, json: object) => ({ as, method: "POST", path: PATH, json }) as const;
  scenarios([
    {
      name: "changes nothing if one account is someone else's to administer",
      ...send("lead", { confirm: [idOf("readonly"), idOf("bravoPoc")] }),
      status: 403,
    },
    {
      name: "changes nothing if one account must stay active",
      ...send("systemAdmin", { confirm: [idOf("poc")], deactivate: [idOf("lead"), idOf("systemAdmin")] }),
      status: 400,
      events: ["authorization_failure"],
      after: (portal) => {
        const rows = portal.db.select({ active: user.active, confirmedAt: user.confirmedAt }).from(user).all();
        expect(rows.every(({ active, confirmedAt }) => active && confirmedAt === null)).toBe(true);
      },
    },
    {
      name: "refuses an account in both lists",
      ...send("admin", { confirm: [idOf("poc")], deactivate: [idOf("poc")] }),
      status: 400,
      fields: ["deactivate"],
    },
    { name: "refuses an unknown account", ...send("admin", { confirm: ["nobody"] }), status: 400, fields: ["confirm"] },
    {
      name: "refuses an industry user",
      ...send("systemAdmin", { deactivate: [idOf("acmeUser")] }),
      status: 400,
      fields: ["deactivate"],
    },
    {
      name: "takes at most 100 accounts",
      ...send("admin", { confirm: Array.from({ length: 101 }, (_unused, index) => `${index}`) }),
      status: 400,
      fields: ["confirm"],
    },
  ]);

  test("works on its page, which the dashboard and the list of users point to", async () => {
    const portal = await portalAfter(400);
    for (const page of ["/gov", "/gov/admin/users"]) {
      const { text } = await portal.request("lead", "GET", page);
      expect(text).toContain('href="/gov/admin/recertification"');
      expect(wordsOf(text)).toContain("2 government accounts were not confirmed for a long time");
    }
    const page = "/gov/admin/recertification";
    const form = { [`decision-${idOf("poc")}`]: "confirm", [`decision-${idOf("readonly")}`]: "leave" };
    for (const name of Object.keys(form)) {
      expect((await portal.request("lead", "GET", page)).text).toContain(`name="${name}"`);
    }
    const done = await portal.request("lead", "POST", page, { form });
    expect([done.status, done.headers.get("location")]).toEqual([302, page]);
    expect(portal.auditRows().map(({ event, targetId }) => [event, targetId])).toEqual([
      ["gov_user_confirmed", idOf("poc")],
    ]);
    expect(await due(portal, "lead")).toEqual(["readonly"]);
  });
});
