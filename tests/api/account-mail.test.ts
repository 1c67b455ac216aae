import { expect, test } from "vitest";
import { emailOf, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { MAIL_ORIGIN, openMailPortal, outboxOf } from "../support/mail";
import { smtpError } from "../support/mail-server";
import { DAY, dataOf, HOUR, openPortal, type Portal } from "../support/portal";

/* Mail about accounts: invitations and changes. It is sent immediately, and nobody can unsubscribe from it. */

const INVITED = { email: "lee@acme.example", industryRole: "INDUSTRY_USER" };
const UNLOCKED = { DEMO_LOCK_CREDENTIALS: "false" };

/** In a new session, because the tests let time pass. */
function invite(portal: Portal) {
  portal.newSessions();
  return portal.request("acmeAdmin", "POST", "/api/portal/invitations", { json: INVITED });
}

test("an invitation is mailed to the invited address with the link that the inviter sees", async () => {
  const { portal, server, send } = await openMailPortal();
  const { url } = dataOf<{ url: string }>(await invite(portal));
  await send();
  expect(server.mails).toHaveLength(1);
  const [mail] = server.mails;
  expect(mail?.to).toEqual([INVITED.email]);
  expect(mail?.headers.get("list-unsubscribe")).toBeUndefined();
  const { pathname } = new URL(url);
  expect(mail?.text).toContain(`${MAIL_ORIGIN}${pathname}`);
  expect(mail?.text).toContain("until Mar 9, 2026, 11:00 AM EDT.");
  // Neither the organization nor the inviter, who may have chosen their names as a text.
  expect(mail?.text).not.toMatch(/acme industries|user-acmeAdmin/i);
  expect((await portal.request(null, "GET", pathname)).status).toBe(200);
  const token = pathname.slice("/invitations/".length);
  expect(JSON.stringify([portal.log, portal.auditRows(), outboxOf(portal)])).not.toContain(token);
  const stored = outboxOf(portal);
  expect(stored).toMatchObject([{ state: "SENT", address: null, facts: null }]);
});

test("each try to mail an invitation has the same link, and one that was withdrawn is not mailed", async () => {
  let answer: Error | null = smtpError(451);
  const tried: string[] = [];
  const { portal, server, send } = await openMailPortal({
    onMessage({ raw }) {
      tried.push(raw);
      if (answer) throw answer;
    },
  });
  await invite(portal);
  await send();
  portal.advance(HOUR);
  answer = null;
  await send();
  expect(tried).toHaveLength(2);
  expect(tried[1]).toBe(tried[0]);

  const { id } = dataOf<{ id: string }>(await invite(portal));
  await portal.request("acmeAdmin", "DELETE", `/api/portal/invitations/${id}`);
  await send();
  expect(server.mails).toHaveLength(1);
  expect(
    outboxOf(portal)
      .map(({ state }) => state)
      .sort(),
  ).toEqual(["CANCELLED", "SENT"]);
});

test("without mail, an invitation's token is random and nothing is queued", async () => {
  const portal = await openPortal();
  const { url } = dataOf<{ url: string }>(await invite(portal));
  expect((await portal.request(null, "GET", new URL(url).pathname)).status).toBe(200);
  expect(outboxOf(portal)).toEqual([]);
});

const CHANGES: [what: string, to: string, change: (portal: Portal) => Promise<{ status: number }>][] = [
  [
    "password",
    emailOf("poc"),
    (portal) =>
      portal.request("poc", "POST", "/api/account/password", {
        json: { currentPassword: PASSWORD, newPassword: "Copper-Meridian-93-Orchard" },
      }),
  ],
  [
    "email",
    emailOf("poc"),
    (portal) =>
      portal.request("systemAdmin", "PATCH", `/api/gov/admin/users/${idOf("poc")}/email`, {
        json: { email: "new@agency.example" },
      }),
  ],
  [
    "role",
    emailOf("acmeUser"),
    (portal) =>
      portal.request("acmeAdmin", "PATCH", `/api/portal/users/${idOf("acmeUser")}`, {
        json: { industryRole: "INDUSTRY_ADMIN" },
      }),
  ],
  [
    "deactivated",
    emailOf("acmeUser"),
    (portal) =>
      portal.request("acmeAdmin", "PATCH", `/api/portal/users/${idOf("acmeUser")}`, { json: { active: false } }),
  ],
];

test.each(CHANGES)("someone whose account changed gets mail about it once: %s", async (what, to, change) => {
  const { portal, server, send } = await openMailPortal({}, UNLOCKED);
  expect((await change(portal)).status).toBeLessThan(300);
  await send();
  expect(server.mails.map((mail) => mail.to)).toEqual([[to]]);
  expect(server.mails[0]?.text).toContain(what);
  expect(server.mails[0]?.headers.get("list-unsubscribe")).toBeUndefined();
  portal.advance(DAY);
  await send();
  expect(server.mails).toHaveLength(1);
});

test("settings do not keep mail about an account from its owner", async () => {
  const { portal, server, send } = await openMailPortal({}, UNLOCKED);
  const json = { settings: [{ kind: "SYSTEM", frequency: "IN_SERVICE" }] };
  await portal.request("poc", "PUT", "/api/notifications/mail-settings", { json });
  const [, , change] = CHANGES[0] ?? [];
  await change?.(portal);
  await send();
  expect(server.mails.map((mail) => mail.to)).toEqual([[emailOf("poc" satisfies PersonKey)]]);
});

test("a mail names the agency and where to ask, and someone who was deactivated gets no link", async () => {
  const { portal, server, send } = await openMailPortal(
    {},
    { AGENCY_NAME: "Office <of> Tests", CONTACT_EMAIL: "help@agency.example" },
  );
  for (const active of [false, true]) {
    await portal.request("systemAdmin", "PATCH", "/api/gov/admin/users", { json: { userId: idOf("poc"), active } });
    await send();
  }
  const [gone, back] = server.mails;
  for (const mail of [gone, back]) {
    expect(mail?.text).toContain("Office <of> Tests\n");
    expect(mail?.text).toContain("help@agency.example");
    expect(mail?.html).toContain("Office &lt;of&gt; Tests<br>");
    expect(mail?.html).toContain("help@agency.example");
  }
  expect(gone?.text).not.toContain("/account");
  expect(back?.text).toContain(`${MAIL_ORIGIN}/account`);
});
