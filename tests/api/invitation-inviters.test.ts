import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { user } from "#db/schema";
import { deactivate, insertInvitation, setIndustryRole } from "../support/arrange";
import { idOf, ORGANIZATIONS, PASSWORD } from "../support/cast";
import { dataOf, openPortal, type Portal } from "../support/portal";
import { perform } from "../support/scenario";

/*
 * An invitation is valid only as long as its sender may invite. An administrator who lost the role must not come back
 * through an invitation that they kept.
 */

const INVITATIONS = "/api/portal/invitations";
const accept = (token: string) =>
  ({
    as: null,
    method: "POST",
    path: `${INVITATIONS}/accept`,
    json: { token, name: "Nina Colleague", password: PASSWORD },
  }) as const;
const joined = { status: 201, events: ["industry_user_joined"] } as const;
const setColumns = (portal: Portal, values: Partial<typeof user.$inferInsert>) =>
  portal.db
    .update(user)
    .set(values)
    .where(eq(user.id, idOf("acmeAdmin")))
    .run();

test.each<[string, (portal: Portal) => unknown]>([
  ["is a user now", (portal) => setIndustryRole(portal, "acmeAdmin", "INDUSTRY_USER")],
  ["was deactivated", (portal) => deactivate(portal, "acmeAdmin")],
  ["left for another organization", (portal) => setColumns(portal, { organizationId: ORGANIZATIONS.borealis })],
  [
    "works for government now",
    (portal) => setColumns(portal, { role: "GOV_POC", industryRole: null, organizationId: null }),
  ],
])("an invitation by someone who %s is refused like a withdrawn one", async (_what, lose) => {
  const portal = await openPortal();
  const { token } = insertInvitation(portal, { industryRole: "INDUSTRY_ADMIN" });
  const withdrawn = insertInvitation(portal, { withdrawnAt: portal.services.clock().toISOString() });
  lose(portal);
  const answer = await perform(portal, { ...accept(token), status: 400 });
  expect(answer.text).toBe((await perform(portal, { ...accept(withdrawn.token), status: 400 })).text);
  const page = await portal.request(null, "GET", `/invitations/${token}`);
  expect(page.text).not.toContain('name="password"');
});

test("the server checks an invitation again after it hashes the password", async () => {
  const portal = await openPortal();
  const { token } = insertInvitation(portal);
  const { passwords } = portal.services;
  const { hash } = passwords;
  passwords.hash = async (password) => {
    const made = await hash(password);
    setIndustryRole(portal, "acmeAdmin", "INDUSTRY_USER");
    return made;
  };
  const { json } = accept(token);
  expect((await portal.request(null, "POST", `${INVITATIONS}/accept`, { json })).status).toBe(400);
  expect(portal.auditRows()).toEqual([]);
});

test("demoting an administrator withdraws their open invitations for good, and nobody else's", async () => {
  const portal = await openPortal();
  setIndustryRole(portal, "acmeUser", "INDUSTRY_ADMIN");
  const own = [insertInvitation(portal), insertInvitation(portal)];
  const others = insertInvitation(portal, { invitedBy: idOf("acmeUser") });
  const change = (industryRole: string) =>
    ({
      as: "acmeUser",
      method: "PATCH",
      path: `/api/portal/users/${idOf("acmeAdmin")}`,
      json: { industryRole },
      status: 200,
    }) as const;
  const demoted = ["industry_user_role_changed", "industry_user_invitation_withdrawn"] as const;
  await perform(portal, { ...change("INDUSTRY_USER"), events: demoted });
  const open = await perform(portal, { as: "acmeUser", method: "GET", path: INVITATIONS, status: 200 });
  expect(dataOf<{ id: string }[]>(open).map(({ id }) => id)).toEqual([others.id]);
  await perform(portal, { ...change("INDUSTRY_ADMIN"), events: ["industry_user_role_changed"] });
  for (const { token } of own) await perform(portal, { ...accept(token), status: 400 });
  await perform(portal, { ...accept(others.token), ...joined });
});
