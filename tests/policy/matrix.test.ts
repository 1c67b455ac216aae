import { describe, expect, test } from "vitest";
import { POLICY } from "~/policy/policy";
import { API_ROUTES } from "~/routes.js";
import type { PersonKey } from "../support/cast";
import { openPortal } from "../support/portal";
import { addressOf, apiModules, declaredEndpoints } from "../support/routes";
import { contents } from "../support/scenario";

/*
 * Who may call which route, from docs/contract.md and not from the policy's code. The requests name records that do not
 * exist and have empty bodies. So callers who pass get any status except 401 and 403, and also not 404 if the route is
 * `hidden`.
 */

const STANDINGS = {
  nobody: null,
  GOV_READONLY: "readonly",
  GOV_POC: "poc",
  GOV_COMMAND_LEAD: "lead",
  GOV_ADMIN: "admin",
  GOV_SYSTEM_ADMIN: "systemAdmin",
  INDUSTRY_USER: "acmeUser",
  INDUSTRY_ADMIN: "acmeAdmin",
} as const satisfies Record<string, PersonKey | null>;
type Standing = keyof typeof STANDINGS;

const GOVERNMENT: Standing[] = ["GOV_READONLY", "GOV_POC", "GOV_COMMAND_LEAD", "GOV_ADMIN", "GOV_SYSTEM_ADMIN"];
const WRITERS = GOVERNMENT.slice(1);
const PUBLISHERS = GOVERNMENT.slice(2);
const ADMIN_TIER = GOVERNMENT.slice(2);
const ENTERPRISE = GOVERNMENT.slice(3);
const SYSTEM_ADMIN = GOVERNMENT.slice(4);
const INDUSTRY: Standing[] = ["INDUSTRY_USER", "INDUSTRY_ADMIN"];
const SIGNED_IN = [...GOVERNMENT, ...INDUSTRY];
const EVERYONE: Standing[] = ["nobody", ...SIGNED_IN];

/** The standings that pass. A `hidden` route returns 404 to other signed-in users. */
type Row = { passes: Standing[]; hidden?: boolean };

const MATRIX: Record<string, Row> = {
  "GET api/openapi.json": { passes: EVERYONE },
  "GET api/session": { passes: SIGNED_IN },
  "POST api/session": { passes: EVERYONE },
  "DELETE api/session": { passes: SIGNED_IN },
  "POST api/account/password": { passes: SIGNED_IN },
  "GET api/account/preferences": { passes: GOVERNMENT },
  "PUT api/account/preferences": { passes: GOVERNMENT },
  "GET api/account/feeds": { passes: SIGNED_IN },
  "POST api/account/feeds": { passes: SIGNED_IN },
  "DELETE api/account/feeds": { passes: SIGNED_IN },
  "GET api/feeds/personal/:token/calendar.ics": { passes: EVERYONE },
  "GET api/feeds/personal/:token/notifications.atom": { passes: EVERYONE },
  "POST api/account/password-link": { passes: EVERYONE },
  "POST api/account/password-link/use": { passes: EVERYONE },
  "DELETE api/accounts/:id/identity": { passes: [...ADMIN_TIER, "INDUSTRY_ADMIN"] },
  "POST api/accounts/:id/identity-link": { passes: [...ADMIN_TIER, "INDUSTRY_ADMIN"] },
  "POST api/accounts/:id/password-link": { passes: [...ADMIN_TIER, "INDUSTRY_ADMIN"] },
  "DELETE api/accounts/:id/second-factor": { passes: [...ADMIN_TIER, "INDUSTRY_ADMIN"] },
  "POST api/portal/register": { passes: EVERYONE },
  "GET api/portal/profile": { passes: INDUSTRY, hidden: true },
  "PUT api/portal/profile": { passes: ["INDUSTRY_ADMIN"] },
  "GET api/portal/calls": { passes: EVERYONE },
  "GET api/portal/calls/:id/follow": { passes: INDUSTRY },
  "PUT api/portal/calls/:id/follow": { passes: INDUSTRY },
  "GET api/portal/announcements": { passes: EVERYONE },
  "GET api/classification-codes": { passes: EVERYONE },
  "GET api/feeds/announcements.atom": { passes: EVERYONE },
  "GET api/feeds/announcements.json": { passes: EVERYONE },
  "GET api/feeds/calls.atom": { passes: EVERYONE },
  "GET api/feeds/calls.json": { passes: EVERYONE },
  "GET api/feeds/calls.ics": { passes: EVERYONE },
  "GET api/portal/submissions": { passes: INDUSTRY },
  "POST api/portal/submissions": { passes: INDUSTRY },
  "GET api/portal/submissions/:id/file": { passes: SIGNED_IN },
  "GET api/portal/submissions/:id/messages": { passes: INDUSTRY },
  "POST api/portal/submissions/:id/messages": { passes: INDUSTRY },
  "GET api/portal/submissions/:id/messages/:messageId/files/:fileId": { passes: SIGNED_IN },
  "GET api/portal/users": { passes: ["INDUSTRY_ADMIN"] },
  "PATCH api/portal/users/:id": { passes: ["INDUSTRY_ADMIN"] },
  "GET api/portal/invitations": { passes: ["INDUSTRY_ADMIN"] },
  "POST api/portal/invitations": { passes: ["INDUSTRY_ADMIN"] },
  "DELETE api/portal/invitations/:id": { passes: ["INDUSTRY_ADMIN"] },
  "POST api/portal/invitations/accept": { passes: EVERYONE },
  "GET api/gov/submissions": { passes: GOVERNMENT },
  "GET api/gov/submissions/:id": { passes: GOVERNMENT },
  "PATCH api/gov/submissions/:id/status": { passes: WRITERS },
  "GET api/gov/submissions/:id/notes": { passes: GOVERNMENT },
  "POST api/gov/submissions/:id/notes": { passes: WRITERS },
  "PUT api/gov/submissions/:id/owner": { passes: WRITERS },
  "POST api/gov/submissions/:id/recusal": { passes: WRITERS },
  "PUT api/gov/submissions/:id/opinions/:userId": { passes: WRITERS },
  "DELETE api/gov/submissions/:id/opinions/:userId": { passes: WRITERS },
  "PUT api/gov/submissions/:id/tags": { passes: WRITERS },
  "POST api/gov/submissions/actions": { passes: WRITERS },
  "GET api/gov/saved-views": { passes: GOVERNMENT },
  "POST api/gov/saved-views": { passes: GOVERNMENT },
  "DELETE api/gov/saved-views/:id": { passes: GOVERNMENT },
  "GET api/gov/submissions/:id/review": { passes: GOVERNMENT },
  "GET api/gov/submissions/:id/readers": { passes: GOVERNMENT },
  "GET api/gov/submissions/:id/document": { passes: GOVERNMENT },
  "GET api/gov/submissions/:id/assessments": { passes: GOVERNMENT },
  "PUT api/gov/submissions/:id/assessment": { passes: WRITERS },
  "PUT api/gov/submissions/:id/conclusion": { passes: WRITERS },
  "GET api/gov/calls/:id/comparison": { passes: GOVERNMENT },
  "PUT api/gov/calls/:id/questions": { passes: PUBLISHERS },
  "GET api/gov/admin/questions": { passes: ENTERPRISE },
  "PUT api/gov/admin/questions": { passes: ENTERPRISE },
  "GET api/gov/submissions/:id/outcomes": { passes: GOVERNMENT },
  "POST api/gov/submissions/:id/outcomes": { passes: WRITERS },
  "GET api/gov/submissions/:id/messages": { passes: GOVERNMENT },
  "POST api/gov/submissions/:id/messages": { passes: WRITERS },
  "GET api/gov/calls": { passes: GOVERNMENT },
  "POST api/gov/calls": { passes: PUBLISHERS },
  "GET api/gov/calls/:id": { passes: GOVERNMENT },
  "PATCH api/gov/calls/:id": { passes: PUBLISHERS },
  "GET api/gov/announcements": { passes: GOVERNMENT },
  "POST api/gov/announcements": { passes: PUBLISHERS },
  "GET api/gov/announcements/:id": { passes: GOVERNMENT },
  "PATCH api/gov/announcements/:id": { passes: PUBLISHERS },
  "DELETE api/gov/announcements/:id": { passes: PUBLISHERS },
  "POST api/gov/announcements/:id/attachments": { passes: PUBLISHERS },
  "GET api/gov/announcements/:id/attachments/:attachmentId": { passes: SIGNED_IN },
  "DELETE api/gov/announcements/:id/attachments/:attachmentId": { passes: PUBLISHERS },
  "GET api/gov/engagements": { passes: GOVERNMENT },
  "POST api/gov/engagements": { passes: WRITERS },
  "GET api/gov/engagements/:id": { passes: GOVERNMENT },
  "PATCH api/gov/engagements/:id": { passes: WRITERS },
  "DELETE api/gov/engagements/:id": { passes: WRITERS },
  "POST api/gov/engagements/:id/notes": { passes: WRITERS },
  "POST api/gov/engagements/:id/tasks": { passes: WRITERS },
  "PATCH api/gov/engagements/:id/tasks/:taskId": { passes: WRITERS },
  "DELETE api/gov/engagements/:id/tasks/:taskId": { passes: WRITERS },
  "POST api/gov/engagements/:id/attachments": { passes: WRITERS },
  "GET api/gov/engagements/:id/attachments/:attachmentId": { passes: GOVERNMENT },
  "DELETE api/gov/engagements/:id/attachments/:attachmentId": { passes: WRITERS },
  "GET api/search": { passes: GOVERNMENT },
  "GET api/search/ledger": { passes: EVERYONE },
  "GET api/search/suggestions": { passes: EVERYONE },
  "GET api/search/recent": { passes: SIGNED_IN },
  "DELETE api/search/recent": { passes: SIGNED_IN },
  "POST api/analytics/pageview": { passes: EVERYONE },
  "GET api/gov/organizations": { passes: GOVERNMENT },
  "GET api/gov/organizations/:id": { passes: GOVERNMENT },
  "PATCH api/gov/organizations/:id": { passes: WRITERS },
  "PATCH api/gov/organizations/:id/status": { passes: WRITERS },
  "PATCH api/gov/organizations/:id/identity": { passes: SYSTEM_ADMIN },
  "GET api/gov/organizations/:id/dialogue": { passes: GOVERNMENT },
  "POST api/gov/organizations/:id/dialogue": { passes: WRITERS },
  "GET api/gov/admin/commands": { passes: ADMIN_TIER },
  "POST api/gov/admin/commands": { passes: SYSTEM_ADMIN },
  "GET api/gov/admin/commands/:id": { passes: GOVERNMENT },
  "PATCH api/gov/admin/commands/:id": { passes: SYSTEM_ADMIN },
  "DELETE api/gov/admin/commands/:id": { passes: SYSTEM_ADMIN },
  "PATCH api/gov/admin/commands/:id/parent": { passes: SYSTEM_ADMIN },
  "GET api/gov/admin/users": { passes: ADMIN_TIER },
  "POST api/gov/admin/users": { passes: ADMIN_TIER },
  "PATCH api/gov/admin/users": { passes: ADMIN_TIER },
  "PATCH api/gov/admin/users/:id/email": { passes: SYSTEM_ADMIN },
  "GET api/gov/admin/industry-users": { passes: SYSTEM_ADMIN },
  "PATCH api/gov/admin/industry-users/:id": { passes: SYSTEM_ADMIN },
  "GET api/gov/admin/recertification": { passes: ADMIN_TIER },
  "POST api/gov/admin/recertification": { passes: ADMIN_TIER },
  "GET api/accounts/:id/sessions": { passes: [...ADMIN_TIER, "INDUSTRY_ADMIN"] },
  "DELETE api/accounts/:id/sessions": { passes: [...ADMIN_TIER, "INDUSTRY_ADMIN"] },
  "DELETE api/accounts/:id/sessions/:sessionId": { passes: [...ADMIN_TIER, "INDUSTRY_ADMIN"] },
  "GET api/accounts/:id/assignments": { passes: [...ADMIN_TIER, "INDUSTRY_ADMIN"] },
  "GET api/gov/admin/tags": { passes: SYSTEM_ADMIN },
  "POST api/gov/admin/tags": { passes: SYSTEM_ADMIN },
  "PATCH api/gov/admin/tags/:id": { passes: SYSTEM_ADMIN },
  "DELETE api/gov/admin/tags/:id": { passes: SYSTEM_ADMIN },
  "GET api/gov/admin/status": { passes: SYSTEM_ADMIN },
  "GET api/gov/admin/outbox": { passes: SYSTEM_ADMIN },
  "POST api/gov/admin/outbox/retry": { passes: SYSTEM_ADMIN },
  "POST api/gov/admin/outbox/:id/retry": { passes: SYSTEM_ADMIN },
  "GET api/gov/admin/audit": { passes: SYSTEM_ADMIN },
  "GET api/export/all": { passes: ENTERPRISE },
  "GET api/export/csv": { passes: ENTERPRISE },
  "GET api/export/comparison.csv": { passes: ENTERPRISE },
  "GET api/export/engagements.ics": { passes: ENTERPRISE },
  "GET api/gov/admin/audit/csv": { passes: SYSTEM_ADMIN },
  "GET api/saved-searches": { passes: SIGNED_IN },
  "POST api/saved-searches": { passes: SIGNED_IN },
  "PATCH api/saved-searches/:id": { passes: SIGNED_IN },
  "DELETE api/saved-searches/:id": { passes: SIGNED_IN },
  "GET api/notifications": { passes: SIGNED_IN },
  "GET api/notifications/unread-count": { passes: SIGNED_IN },
  "POST api/notifications/read": { passes: SIGNED_IN },
  "GET api/notifications/settings": { passes: SIGNED_IN },
  "PUT api/notifications/settings": { passes: SIGNED_IN },
  "GET api/notifications/mail-settings": { passes: SIGNED_IN },
  "PUT api/notifications/mail-settings": { passes: SIGNED_IN },
  "POST api/notifications/reroute": { passes: ENTERPRISE },
};

describe("the table of routes", () => {
  test("has only declared endpoints, each with a gate that the policy knows", () => {
    for (const { path, endpoints } of apiModules) expect(Object.keys(endpoints), path).not.toEqual([]);
    for (const { key, endpoint } of declaredEndpoints) expect(Object.keys(POLICY), key).toContain(endpoint.gate);
  });

  test("matches the matrix, method by method", () => {
    expect(declaredEndpoints.map(({ key }) => key).sort()).toEqual(Object.keys(MATRIX).sort());
  });

  test("has no address twice", () => {
    const paths = API_ROUTES.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
  });
});

for (const { method, path, key } of declaredEndpoints) {
  const row = MATRIX[key];
  if (!row) continue;
  describe(`${method} /${path}`, () => {
    for (const [standing, person] of Object.entries(STANDINGS) as [Standing, PersonKey | null][]) {
      const passes = row.passes.includes(standing);
      test(`${passes ? "admits" : "does not admit"} ${standing}`, async () => {
        const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
        if (person) portal.cookieOf(person);
        const before = contents(portal);
        const options = method === "GET" || method === "DELETE" ? {} : { json: {} };
        const answer = await portal.request(person, method, addressOf(path), options);
        if (passes) {
          expect([200, 201, 400, 404], answer.text).toContain(answer.status);
          return;
        }
        expect(answer.status, answer.text).toBe(person === null ? 401 : row.hidden ? 404 : 403);
        expect(contents(portal)).toEqual(before);
        expect(portal.auditRows()).toEqual([]);
      });
    }
  });
}
