import { expect, test } from "vitest";
import { insertInvitation, insertPasswordLink } from "../support/arrange";
import { PASSWORD, type PersonKey } from "../support/cast";
import { wordsOf } from "../support/markup";
import { openPortal, type Portal } from "../support/portal";

/* Forms accept every password that the rules allow, and say when one is easy to guess. */

const UNLOCKED = { DEMO_LOCK_CREDENTIALS: "false" };
const COMMON = "Password-123456";
const PERSONAL = "Acme-Industries-42";
const GOOD = "Copper-Meridian-93-Orchard";

/** Sends a form. @returns what the next page says about it */
async function noticeAfter(portal: Portal, as: PersonKey | null, path: string, form: Record<string, string>) {
  const sent = await portal.request(as, "POST", path, { form });
  expect(sent.status, sent.text.slice(0, 500)).toBe(302);
  const cookie = sent.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");
  const next = sent.headers.get("location") ?? "";
  const answer = await portal.request(null, "GET", next.split("#")[0] ?? "", { headers: { cookie } });
  return wordsOf(answer.text);
}

const change = (portal: Portal, newPassword: string) =>
  noticeAfter(portal, "acmeUser", "/account/password", { currentPassword: PASSWORD, newPassword });

test("changing the password to a common one is saved with a warning", async () => {
  const portal = await openPortal(UNLOCKED);
  expect(await change(portal, COMMON)).toMatch(/You changed your password\..*This password is common/);
});

test("changing it to one with the organization's name is saved with a warning", async () => {
  const portal = await openPortal(UNLOCKED);
  expect(await change(portal, PERSONAL)).toContain(
    "This password contains a name, an email address or an organization",
  );
});

test("changing it to another one is saved without a warning", async () => {
  const portal = await openPortal(UNLOCKED);
  const words = await change(portal, GOOD);
  expect(words).toContain("You changed your password.");
  expect(words).not.toContain("easy to guess");
});

test("a password link, an invitation and a new user's form warn too", async () => {
  const portal = await openPortal(UNLOCKED);
  const link = `/password/${insertPasswordLink(portal, "acmeUser")}`;
  expect(await noticeAfter(portal, null, link, { password: PERSONAL })).toContain("easy to guess");
  const invitation = `/invitations/${insertInvitation(portal).token}`;
  expect(await noticeAfter(portal, null, invitation, { name: "Nina", password: PERSONAL })).toContain("easy to guess");
  const form = {
    email: "new@agency.test",
    name: "Robin Tanager",
    password: "Tanager-Robin-42",
    role: "GOV_POC",
    commandId: "",
  };
  const sent = await portal.request("admin", "POST", "/gov/admin/users", { form });
  const cookie = `${portal.cookieOf("admin")}; ${sent.headers.getSetCookie()[0]?.split(";")[0]}`;
  const page = await portal.request(null, "GET", "/gov/admin/users", { headers: { cookie } });
  expect(wordsOf(page.text)).toMatch(/Robin Tanager added\..*easy to guess.*The person must change it/);
});

test("registration warns after the account step", async () => {
  const portal = await openPortal();
  const form = { contactName: "Cy Russ", email: "cy@cirrus.example", password: "Cirrus-Quay-4242", contactIsPoc: "" };
  expect(await noticeAfter(portal, null, "/register/account", form)).toContain("easy to guess");
});
