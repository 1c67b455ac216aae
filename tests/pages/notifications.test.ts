import { describe, expect, test } from "vitest";
import {
  deactivate,
  insertCall,
  insertSubmission,
  instant,
  notificationsOf,
  setInterests,
  setSetting,
  submissionForm,
  submissionRow,
} from "../support/arrange";
import { idOf, type PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

/* The text of notifications, and what pages show about them. */

const SETTINGS = "/notifications/settings";
const wordsAt = async (portal: Portal, as: PersonKey, path: string) =>
  wordsOf((await portal.request(as, "GET", path)).text);

describe("a tag filter", () => {
  test.each([
    ["poc", ["SUBMISSION_MATCH"]],
    ["acmeUser", ["CALL_OPENED"]],
  ] as const)("is offered to %s only for kinds with tags", async (person, kinds) => {
    const { text } = await (await openPortal()).request(person, "GET", SETTINGS);
    expect([...text.matchAll(/id="techTags-([A-Z_]+)"/g)].map(([, kind]) => kind)).toEqual(kinds);
    expect(text.match(/name="techTags"/g)).toHaveLength(kinds.length);
  });

  test("that the API stored for a kind without tags survives saving the page", async () => {
    const portal = await openPortal();
    setSetting(portal, "acmeUser", "SYSTEM", { techTags: "hulls" });
    setSetting(portal, "acmeUser", "ANNOUNCEMENT", { techTags: "keels" });
    const kinds = ["ANNOUNCEMENT", "CALL_OPENED", "SYSTEM"];
    const form: [string, string][] = [
      ...kinds.map((kind): [string, string] => ["kind", kind]),
      ["enabled", "SYSTEM"],
      ["techTags", "Rotors"],
    ];
    expect((await portal.request("acmeUser", "POST", SETTINGS, { form })).status).toBe(302);
    const stored = portal.db.query.notificationSetting.findMany().sync();
    expect(stored.sort((one, other) => (one.kind < other.kind ? -1 : 1))).toMatchObject([
      { kind: "ANNOUNCEMENT", enabled: false, techTags: "keels" },
      { kind: "CALL_OPENED", enabled: false, techTags: "rotors" },
      { kind: "SYSTEM", enabled: true, techTags: "hulls" },
    ]);
  });

  test("that is refused is shown again in its field", async () => {
    const portal = await openPortal();
    const form: [string, string][] = [
      ["kind", "ANNOUNCEMENT"],
      ["kind", "CALL_OPENED"],
      ["techTags", "<b>"],
    ];
    const { status, text } = await portal.request("acmeUser", "POST", SETTINGS, { form });
    expect(status).toBe(400);
    expect(text).toMatch(/<input[^>]*id="techTags-CALL_OPENED"[^>]*value="&lt;b&gt;"/);
  });

  test("does not hide news about the user's own submission", async () => {
    const portal = await openPortal();
    setSetting(portal, "acmeUser", "SYSTEM", { techTags: "hulls" });
    const id = insertSubmission(portal, { status: "ROUTED", techTags: "rotors" });
    await portal.request("poc", "PATCH", `/api/gov/submissions/${id}/status`, { json: { status: "REVIEWED" } });
    expect(notificationsOf(portal, "acmeUser")).toMatchObject([{ kind: "SYSTEM", submissionId: id }]);
  });
});

describe("after a review", () => {
  const OUTCOMES = [
    ["NOTIFIED", "was notified", () => {}],
    ["DISABLED", "turned off", (portal: Portal) => setSetting(portal, "acmeUser", "SYSTEM", { enabled: false })],
    ["DEACTIVATED", "deactivated", (portal: Portal) => deactivate(portal, "acmeUser")],
  ] as const;

  test.each(OUTCOMES)("the reviewer sees whether the submitter was notified: %s", async (delivery, said, given) => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED", techTags: "rotors" });
    given(portal);
    const form = { id, status: "REVIEWED" };
    const sent = await portal.request("poc", "POST", "/gov/submissions", { form });
    const cookie = `${portal.cookieOf("poc")}; ${sent.headers.get("set-cookie")?.split(";")[0]}`;
    const next = await portal.request(null, "GET", "/gov/submissions", { headers: { cookie } });
    const notice = wordsOf(next.text);
    expect(notice).toContain(said);
    expect(notice.includes("was notified")).toBe(delivery === "NOTIFIED");
    expect(submissionRow(portal, id)?.reviewDelivery).toBe(delivery);

    // The message stays the same later, whatever the settings are then.
    const settings = [{ kind: "SYSTEM", enabled: delivery !== "NOTIFIED" }];
    await portal.request("acmeUser", "PUT", "/api/notifications/settings", { json: { settings } });
    expect(await wordsAt(portal, "readonly", `/gov/submissions/${id}`)).toContain(said);
    const read = await portal.request("readonly", "GET", `/api/gov/submissions/${id}`);
    expect(read.body).toMatchObject({ data: { reviewDelivery: delivery } });
    expect(notificationsOf(portal, "acmeUser")).toHaveLength(delivery === "NOTIFIED" ? 1 : 0);
  });

  test("the API returns only the id and status, and a page claims nothing about an older review", async () => {
    const portal = await openPortal();
    const id = insertSubmission(portal, { status: "ROUTED" });
    const path = `/api/gov/submissions/${id}/status`;
    const answer = await portal.request("poc", "PATCH", path, { json: { status: "REVIEWED" } });
    expect(answer.body).toEqual({ data: { id, status: "REVIEWED" } });
    const old = insertSubmission(portal, { status: "REVIEWED", reviewedAt: instant(portal), reviewedBy: idOf("poc") });
    expect(await wordsAt(portal, "poc", `/gov/submissions/${old}`)).not.toMatch(/notified/);
  });
});

describe("the notification of a submission names", () => {
  const submit = (portal: Portal, fields: Record<string, string>) =>
    portal.request("acmeUser", "POST", "/api/portal/submissions", { multipart: submissionForm(fields) });
  const bodyFor = (portal: Portal, person: PersonKey) =>
    notificationsOf(portal, person).find(({ kind }) => kind === "SUBMISSION_MATCH")?.body;

  test("only the tags that each reviewer follows", async () => {
    const portal = await openPortal();
    setInterests(portal, "poc", "sonar,hulls");
    setInterests(portal, "admin", "rotors");
    await submit(portal, { techTags: "rotors,sonar,keels" });
    expect(bodyFor(portal, "poc")).toMatch(/follow: sonar\.$/);
    expect(bodyFor(portal, "admin")).toMatch(/follow: rotors\.$/);
    const words = await wordsAt(portal, "poc", "/notifications");
    expect(words).toContain("sonar");
    expect(words).not.toMatch(/rotors|keels/);
  });

  test("the call of its author, with the matching tags if there are any", async () => {
    const portal = await openPortal();
    const callId = insertCall(portal, { techTags: "rotors" });
    await submit(portal, { techTags: "sonar", callId });
    expect(bodyFor(portal, "lead")).toMatch(/to a call that you wrote\.$/);
    setInterests(portal, "lead", "rotors");
    await submit(portal, { title: "Another one", techTags: "sonar", callId });
    expect(notificationsOf(portal, "lead").map(({ body }) => body)).toContainEqual(
      expect.stringMatching(/to a call that you wrote\. .*follow: rotors\.$/),
    );
  });

  test("the same after rerouting", async () => {
    const portal = await openPortal();
    insertSubmission(portal, { techTags: "rotors,sonar" });
    setInterests(portal, "poc", "sonar");
    await portal.request("admin", "POST", "/api/notifications/reroute");
    expect(bodyFor(portal, "poc")).toMatch(/follow: sonar\.$/);
  });
});
