import { describe, expect, test } from "vitest";
import { unsubscribePath } from "~/domain/mail/unsubscribe-link.server";
import { emailOf, idOf, type PersonKey } from "../support/cast";
import { openMailPortal } from "../support/mail";
import { wordsOf } from "../support/markup";
import { DAY, dataOf, openPortal, type Portal } from "../support/portal";

/* How soon each person gets mail, and how they stop it with and without signing in. */

const PATH = "/api/notifications/mail-settings";

interface Settings {
  sendsMail: boolean;
  settings: { kind: string; frequency: string }[];
}

async function frequencies(portal: Portal, person: PersonKey): Promise<Record<string, string>> {
  const { settings } = dataOf<Settings>(await portal.request(person, "GET", PATH));
  return Object.fromEntries(settings.map(({ kind, frequency }) => [kind, frequency]));
}

const ALL_DAILY = {
  SUBMISSION_MATCH: "DAILY",
  ANNOUNCEMENT: "DAILY",
  CALL_OPENED: "DAILY",
  ENGAGEMENT_UPDATE: "DAILY",
  SYSTEM: "DAILY",
};

describe("the settings of mail", () => {
  test("are a daily digest for everyone at first, and say whether mail is on", async () => {
    const { portal } = await openMailPortal();
    for (const person of ["poc", "acmeUser"] as const) expect(await frequencies(portal, person)).toEqual(ALL_DAILY);
    expect(dataOf<Settings>(await portal.request("poc", "GET", PATH)).sendsMail).toBe(true);
    const without = await openPortal();
    expect(dataOf<Settings>(await without.request("poc", "GET", PATH)).sendsMail).toBe(false);
  });

  test("are each person's own, and audited", async () => {
    const { portal } = await openMailPortal();
    const json = {
      settings: [
        { kind: "SYSTEM", frequency: "IMMEDIATE" },
        { kind: "SYSTEM", frequency: "WEEKLY" },
      ],
    };
    expect((await portal.request("poc", "PUT", PATH, { json })).body).toEqual({ data: { ok: true } });
    expect(await frequencies(portal, "poc")).toEqual({ ...ALL_DAILY, SYSTEM: "WEEKLY" });
    expect(await frequencies(portal, "acmeUser")).toEqual(ALL_DAILY);
    const [row] = portal.auditRows().filter(({ event }) => event === "mail_settings_updated");
    expect(row).toMatchObject({ actorId: idOf("poc"), targetId: idOf("poc") });
    expect(JSON.parse(row?.details ?? "")).toEqual({
      before: { settings: [{ kind: "SYSTEM", frequency: "DAILY" }] },
      after: { settings: [{ kind: "SYSTEM", frequency: "WEEKLY" }] },
    });
  });

  test.each([
    [{ settings: [] }],
    [{ settings: [{ kind: "SYSTEM", frequency: "HOURLY" }] }],
    [{ settings: [{ kind: "OTHER", frequency: "DAILY" }] }],
    [{ settings: Array.from({ length: 6 }, () => ({ kind: "SYSTEM", frequency: "DAILY" })) }],
  ])("are refused if they are wrong: %j", async (json) => {
    const portal = await openPortal();
    expect((await portal.request("poc", "PUT", PATH, { json })).status).toBe(400);
    expect(await frequencies(portal, "poc")).toEqual(ALL_DAILY);
  });

  test("are beside each kind on the page, only while mail is on", async () => {
    const { portal } = await openMailPortal();
    const { text } = await portal.request("acmeUser", "GET", "/notifications/settings");
    expect(text.match(/<select[^>]*name="frequency"/g)).toHaveLength(3);
    const form: [string, string][] = [
      ...["ANNOUNCEMENT", "CALL_OPENED", "SYSTEM"].map((kind): [string, string] => ["kind", kind]),
      ...["WEEKLY", "IN_SERVICE", "IMMEDIATE"].map((frequency): [string, string] => ["frequency", frequency]),
      ["enabled", "ANNOUNCEMENT"],
      ["techTags", "rotors"],
    ];
    expect((await portal.request("acmeUser", "POST", "/notifications/settings", { form })).status).toBe(302);
    const chosen = { ANNOUNCEMENT: "WEEKLY", CALL_OPENED: "IN_SERVICE", SYSTEM: "IMMEDIATE" };
    expect(await frequencies(portal, "acmeUser")).toEqual({ ...ALL_DAILY, ...chosen });
    const without = await (await openPortal()).request("acmeUser", "GET", "/notifications/settings");
    expect(without.text).not.toContain('name="frequency"');
  });
});

describe("the link that unsubscribes", () => {
  const pathOf = (portal: Portal, person: PersonKey, scope: "DAILY" | "WEEKLY" | "SYSTEM") =>
    unsubscribePath(portal.db, idOf(person), scope);

  test.each([
    ["a form", { form: { "List-Unsubscribe": "One-Click" } }],
    ["a multipart form", { multipart: new FormData() }],
    ["no body", {}],
  ])("stops the digest it names with one POST from a mail program that sends %s", async (_what, body) => {
    const { portal } = await openMailPortal();
    const json = { settings: [{ kind: "SYSTEM", frequency: "WEEKLY" }] };
    await portal.request("acmeUser", "PUT", PATH, { json });
    const headers = { "sec-fetch-site": "cross-site", origin: "https://mail.test" };
    const path = pathOf(portal, "acmeUser", "DAILY");
    const { status, text } = await portal.request(null, "POST", path, { ...body, headers });
    expect(status).toBe(200);
    expect(wordsOf(text)).toContain("We stopped the daily digest");
    expect(await frequencies(portal, "acmeUser")).toMatchObject({
      ANNOUNCEMENT: "IN_SERVICE",
      CALL_OPENED: "IN_SERVICE",
      SYSTEM: "WEEKLY",
    });
    expect(await frequencies(portal, "acmeAdmin")).toEqual(ALL_DAILY);
  });

  test("changes nothing when it is opened, and nothing more the second time", async () => {
    const { portal } = await openMailPortal();
    const path = pathOf(portal, "acmeUser", "SYSTEM");
    const shown = await portal.request(null, "GET", path);
    expect(shown.status).toBe(200);
    expect(shown.headers.get("cache-control")).toBe("private, no-store");
    expect(await frequencies(portal, "acmeUser")).toEqual(ALL_DAILY);
    await portal.request(null, "POST", path);
    await portal.request(null, "POST", path);
    expect(await frequencies(portal, "acmeUser")).toEqual({ ...ALL_DAILY, SYSTEM: "IN_SERVICE" });
    expect(portal.auditRows().filter(({ event }) => event === "mail_settings_updated")).toMatchObject([
      { actorId: null, targetId: idOf("acmeUser") },
    ]);
  });

  test("that someone changed or made up is not valid", async () => {
    const { portal } = await openMailPortal();
    const path = pathOf(portal, "acmeUser", "SYSTEM");
    const { db } = await openPortal();
    for (const wrong of [`${path.slice(0, -2)}xx`, "/unsubscribe/x", unsubscribePath(db, "no-such-user", "DAILY")]) {
      expect((await portal.request(null, "GET", wrong)).status, wrong).toBe(404);
      expect((await portal.request(null, "POST", wrong)).status, wrong).toBe(404);
    }
    expect(await frequencies(portal, "acmeUser")).toEqual(ALL_DAILY);
  });

  test("is in each mail, works from there, and is in no log", async () => {
    const { portal, server, send } = await openMailPortal();
    const json = { title: "Industry day", body: "All are welcome." };
    await portal.request("admin", "POST", "/api/gov/announcements", { json });
    portal.advance(DAY);
    await send();
    const mail = server.mails.find(({ to }) => to.includes(emailOf("acmeUser")));
    const link = new URL(mail?.headers.get("list-unsubscribe")?.slice(1, -1) ?? "");
    expect(mail?.text).toContain(link.href);
    expect((await portal.request(null, "POST", link.pathname)).status).toBe(200);
    portal.newSessions();
    expect((await frequencies(portal, "acmeUser")).ANNOUNCEMENT).toBe("IN_SERVICE");
    expect(JSON.stringify([portal.log, portal.auditRows()])).not.toContain(link.pathname.slice(14));
  });
});
