import { describe, expect, test } from "vitest";
import { insertInvitation, setIndustryRole } from "../support/arrange";
import { emailOf, idOf, ORGANIZATIONS, PASSWORD } from "../support/cast";
import { errorsIn, wordsOf } from "../support/markup";
import { HOST, openPortal, type Portal, type TestResponse } from "../support/portal";
import { contents } from "../support/scenario";
import { visitorOf } from "../support/visitor";

const events = (portal: Portal) => portal.auditRows().map(({ event }) => event);
const leadsTo = ({ status, headers }: TestResponse) => [status, headers.get("location")];
describe("the page of an organization's people", () => {
  const PATH = "/portal/users";
  const INVITED = { email: "nina@acme.test", industryRole: "INDUSTRY_USER" };
  const change = (id: string, industryRole: string) => ({ form: { id, industryRole } });

  test("is in the navigation only for administrators", async () => {
    const portal = await openPortal();
    expect((await portal.request("acmeAdmin", "GET", "/portal")).text).toContain(`href="${PATH}"`);
    for (const person of ["acmeUser", "poc", null] as const) {
      expect((await portal.request(person, "GET", "/calls")).text).not.toContain(`href="${PATH}"`);
    }
  });

  test("lists everyone with their role, and explains why the only administrator cannot be changed", async () => {
    const portal = await openPortal();
    const { text } = await portal.request("acmeAdmin", "GET", PATH);
    for (const person of ["acmeAdmin", "acmeUser"] as const) expect(text).toContain(emailOf(person));
    expect(text).not.toContain(emailOf("borealisAdmin"));
    const words = wordsOf(text);
    expect(words).toContain("This is the only administrator. Make someone else an administrator first.");
    expect(words).toContain("Make an administrator : Person acmeUser");
    expect(words).not.toContain("Make a user");
    expect(words).toContain("we notify them, unless they turned off these notifications");
    expect(words).toContain("No open invitations");
  });

  test("explains to an administrator who is not the only one who can take the role away", async () => {
    const portal = await openPortal();
    setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
    const words = wordsOf((await portal.request("acmeAdmin", "GET", PATH)).text);
    expect(words).toContain("This is you. Another administrator can change your role.");
    expect(words).toContain("Make a user : Person acmeUser");
  });

  test("shows the sender and the recipient that a new invitation has seven days left", async () => {
    const portal = await openPortal();
    const sent = await portal.request("acmeAdmin", "POST", "/api/portal/invitations", { json: INVITED });
    const { pathname } = new URL((sent.body as { data: { url: string } }).data.url);
    portal.advance(1_000);
    for (const [person, path] of [
      ["acmeAdmin", PATH],
      [null, pathname],
    ] as const) {
      expect(wordsOf((await portal.request(person, "GET", path)).text)).toContain(", in 7 days");
    }
  });

  test("makes someone an administrator, and a user again", async () => {
    const portal = await openPortal();
    for (const role of ["INDUSTRY_ADMIN", "INDUSTRY_USER"]) {
      const sent = await portal.request("acmeAdmin", "POST", `${PATH}?role`, change(idOf("acmeUser"), role));
      expect(leadsTo(sent)).toEqual([302, PATH]);
    }
    expect(events(portal)).toEqual(["industry_user_role_changed", "industry_user_role_changed"]);
  });

  test("explains a refused direct request, and still lists the people", async () => {
    const portal = await openPortal();
    const forced = await portal.request(
      "acmeAdmin",
      "POST",
      `${PATH}?role`,
      change(idOf("acmeAdmin"), "INDUSTRY_USER"),
    );
    expect(forced.status).toBe(400);
    const words = wordsOf(forced.text);
    expect(words).toContain("There is a problem You cannot change this role. You cannot remove your own");
    expect(words).toContain("Make an administrator : Person acmeUser");
    expect(events(portal)).toEqual(["authorization_failure"]);
    const others = await portal.request("acmeAdmin", "POST", `${PATH}?role`, change(idOf("poc"), "INDUSTRY_USER"));
    expect(others.status).toBe(404);
    for (const form of ["role", "invite", "withdraw"]) {
      expect((await portal.request("acmeUser", "POST", `${PATH}?${form}`, { form: INVITED })).status).toBe(403);
    }
  });

  test("shows an invitation's link once, in the response itself, and nowhere else", async () => {
    const portal = await openPortal();
    const answer = await portal.request("acmeAdmin", "POST", `${PATH}?invite`, { form: INVITED });
    expect(answer.status).toBe(200);
    expect(answer.headers.has("set-cookie")).toBe(false);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    const [, token] = answer.text.match(new RegExp(`value="http://${HOST}/invitations/([\\w-]{43})"`)) ?? [];
    expect(token).toBeDefined();
    expect(answer.text).toMatch(new RegExp(`<input[^>]*readonly=""[^>]*value="[^"]+/invitations/${token}"`));
    const words = wordsOf(answer.text);
    expect(words).toContain("Send this link to nina@acme.test");
    expect(words).toContain("We do not send email");
    expect(words).toContain("It expires Mar 9, 11:00 AM EDT");
    expect(words).not.toContain("Copy link");
    // The invitation was sent, so the form is empty again.
    expect(answer.text).not.toContain('value="nina@acme.test"');

    const again = await portal.request("acmeAdmin", "GET", `${PATH}?invite`);
    expect(again.status).toBe(200);
    expect(again.text).toContain("nina@acme.test");
    expect(again.text).not.toContain(token);
    expect(JSON.stringify([contents(portal), portal.auditRows(), portal.log])).not.toContain(token);
    expect((await portal.request(null, "GET", `/invitations/${token}`)).status).toBe(200);
  });

  test("keeps the typed text of a refused invitation", async () => {
    const portal = await openPortal();
    const form = { email: emailOf("poc"), industryRole: "INDUSTRY_ADMIN" };
    const known = await portal.request("acmeAdmin", "POST", `${PATH}?invite`, { form });
    expect(known.status).toBe(409);
    expect(wordsOf(known.text)).toContain("An account with this email address already exists.");
    expect(known.text).toContain(`value="${emailOf("poc")}"`);
    expect(known.text).toMatch(/<option[^>]*value="INDUSTRY_ADMIN"[^>]*selected/);
    const none = await portal.request("acmeAdmin", "POST", `${PATH}?invite`, { form: { email: "", industryRole: "" } });
    expect(wordsOf(none.text)).toContain("Enter an email address. Choose a role.");
  });

  test("withdraws an invitation after a confirmation", async () => {
    const portal = await openPortal();
    const { id } = insertInvitation(portal);
    const { text } = await portal.request("acmeAdmin", "GET", PATH);
    expect(text).toMatch(new RegExp(`<details[\\s\\S]*name="id" value="${id}"[\\s\\S]*</details>`));
    const send = () => portal.request("acmeAdmin", "POST", `${PATH}?withdraw`, { form: { id } });
    expect(leadsTo(await send())).toEqual([302, PATH]);
    expect((await send()).status).toBe(404);
    expect(events(portal)).toEqual(["industry_user_invitation_withdrawn"]);
  });
});

describe("the page of an invitation", () => {
  const FORM = { name: "Nina Colleague", password: PASSWORD };

  test("names the organization, the email and the role, and is hidden from search engines", async () => {
    const portal = await openPortal();
    const { token } = insertInvitation(portal, { email: "nina@acme.test", industryRole: "INDUSTRY_ADMIN" });
    const answer = await portal.request(null, "GET", `/invitations/${token}`);
    expect(answer.status).toBe(200);
    const words = wordsOf(answer.text);
    expect(words).toContain("Join acme industries");
    expect(words).toContain("Organization administrator");
    expect(words).toContain("Mar 9, 11:00 AM EDT");
    expect(answer.text).toMatch(/<input[^>]*id="email"[^>]*readonly=""[^>]*value="nina@acme\.test"/);
    expect(answer.text).toContain('<meta name="robots" content="noindex"/>');
    expect(answer.headers.get("referrer-policy")).toBe("strict-origin");
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  test("keeps the typed text but never the password, then signs the new user in", async () => {
    const portal = await openPortal();
    const { token } = insertInvitation(portal, { email: "nina@acme.test" });
    const path = `/invitations/${token}`;
    const refused = await portal.request(null, "POST", path, { form: { ...FORM, password: "Short-1-Horse" } });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('value="Nina Colleague"');
    expect(refused.text).not.toContain("Short-1-Horse");
    expect(errorsIn(refused.text).password).toContain("too_short");

    const answer = await portal.request(null, "POST", path, { form: FORM });
    expect(leadsTo(answer)).toEqual([302, "/portal"]);
    const cookie = answer.headers.getSetCookie().map((set) => set.split(";", 1)[0]);
    const shown = await portal.request(null, "GET", "/portal", { headers: { cookie: cookie.join("; ") } });
    expect(shown.text).toContain("you are signed in as nina@acme.test");
    expect(events(portal)).toEqual(["industry_user_joined", "sign_in_success"]);
  });

  test("cannot be accepted by someone who is signed in to another account, or a second time", async () => {
    const portal = await openPortal();
    const { token } = insertInvitation(portal, { email: "nina@acme.test" });
    const path = `/invitations/${token}`;
    expect(leadsTo(await portal.request("poc", "POST", path, { form: FORM }))).toEqual([302, path]);
    expect(events(portal)).toEqual([]);
    const joined = visitorOf(portal);
    const second = joined.copy();
    await joined.post(path, FORM);
    expect(leadsTo(await joined.post(path, FORM))).toEqual([302, "/portal"]);
    expect((await second.post(path, FORM)).status).toBe(400);
    expect(second.cookies.has("session")).toBe(false);
    expect(events(portal)).toEqual(["industry_user_joined", "sign_in_success"]);
  });

  test("uses the token in its address, whatever the form contains", async () => {
    const portal = await openPortal();
    const [one, other] = [insertInvitation(portal), insertInvitation(portal)];
    const form = { ...FORM, token: other.token };
    expect((await portal.request(null, "POST", `/invitations/${one.token}`, { form })).status).toBe(302);
    expect((await portal.request(null, "GET", `/invitations/${one.token}`)).status).toBe(404);
    expect((await portal.request(null, "GET", `/invitations/${other.token}`)).status).toBe(200);
  });

  test.each([
    ["was accepted", { acceptedAt: "2026-03-01T00:00:00.000Z" }],
    ["was withdrawn", { withdrawnAt: "2026-03-01T00:00:00.000Z" }],
    ["has expired", { expiresAt: "2026-03-02T15:00:00.000Z" }],
  ])("of one that %s says to ask for another, and so does its form", async (_what, values) => {
    const portal = await openPortal();
    const { token } = insertInvitation(portal, values);
    const page = await portal.request(null, "GET", `/invitations/${token}`);
    const sent = await portal.request(null, "POST", `/invitations/${token}`, { form: FORM });
    expect([page.status, sent.status]).toEqual([404, 400]);
    for (const { text } of [page, sent]) {
      expect(wordsOf(text)).toContain("Ask an administrator of your organization for a new invitation.");
      expect(text).not.toContain("<form");
      expect(text).not.toContain("acme industries");
    }
  });

  test.each(["none", "a".repeat(2000), "%3Cscript%3E", "%F0%9F%94%91"])(
    "for no invitation, %s, shows the same",
    async (token) => {
      const portal = await openPortal();
      const page = await portal.request(null, "GET", `/invitations/${token}`);
      const sent = await portal.request(null, "POST", `/invitations/${token}`, { form: FORM });
      expect([page.status, sent.status]).toEqual([404, 400]);
      for (const { text } of [page, sent]) expect(wordsOf(text)).toContain("This invitation is not valid");
    },
  );

  test("shows next to the email if it already has an account", async () => {
    const portal = await openPortal();
    const { token } = insertInvitation(portal, { email: emailOf("poc") });
    const sent = await portal.request(null, "POST", `/invitations/${token}`, { form: FORM });
    expect(sent.status).toBe(409);
    expect(sent.text).toContain('href="#email"');
    expect(wordsOf(sent.text)).toContain("An account with this email address already exists.");
  });

  test.each(["?_data=nothing", "?_data=root", "?_routes=nothing"])(
    "never appears in the log, even with %s after it",
    async (query) => {
      const portal = await openPortal();
      const { token } = insertInvitation(portal);
      for (const method of ["GET", "POST"] as const) {
        const form = method === "POST" ? { form: FORM } : {};
        await portal.request(null, method, `/invitations/${token}${query}`, form);
      }
      expect(portal.log.length).toBeGreaterThan(0);
      expect(JSON.stringify(portal.log)).not.toContain(token);
    },
  );

  test("asks a signed-in user to sign out first", async () => {
    const portal = await openPortal();
    const { token } = insertInvitation(portal, {
      organizationId: ORGANIZATIONS.borealis,
      invitedBy: idOf("borealisAdmin"),
    });
    const { status, text } = await portal.request("acmeUser", "GET", `/invitations/${token}`);
    expect(status).toBe(200);
    expect(wordsOf(text)).toContain(`You are signed in as Person acmeUser, ${emailOf("acmeUser")}.`);
    // The page's own form, beside the one of the account's menu.
    expect(text.slice(text.indexOf("<main")).split('action="/logout"')).toHaveLength(2);
    expect(text).not.toContain('name="password"');
  });
});
