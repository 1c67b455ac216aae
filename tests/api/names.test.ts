import { describe, expect, test } from "vitest";
import { appendAudit } from "~/audit/chain.server";
import { insertInvitation } from "../support/arrange";
import { COMMANDS, idOf, PASSWORD, type PersonKey } from "../support/cast";
import { openPortal } from "../support/portal";
import { perform } from "../support/scenario";

const registration = {
  orgName: "Coriolis Works",
  orgType: "COMPANY",
  contactName: "Cora Oriole",
  email: "cora@coriolis.test",
  password: PASSWORD,
};

/** A character that is invisible, or that another reader sees differently. */
const INVISIBLE: readonly [what: string, character: string][] = [
  ["a soft hyphen", "\u00ad"],
  ["a grapheme joiner", "\u034f"],
  ["an Arabic letter mark", "\u061c"],
  ["a Hangul filler", "\u115f"],
  ["a Mongolian vowel separator", "\u180e"],
  ["a space of no width", "\u200b"],
  ["a non-joiner", "\u200c"],
  ["a joiner", "\u200d"],
  ["a left-to-right mark", "\u200e"],
  ["a line separator", "\u2028"],
  ["a paragraph separator", "\u2029"],
  ["a right-to-left override", "\u202e"],
  ["a word joiner", "\u2060"],
  ["an invisible plus", "\u2064"],
  ["the end of an isolate", "\u2069"],
  ["a blank Braille pattern", "\u2800"],
  ["a Hangul filler of a letter", "\u3164"],
  ["an object replacement", "\ufffc"],
  ["a Khitan filler", "\u{16fe4}"],
  ["a blank hieroglyph", "\u{13441}"],
  ["half a blank hieroglyph", "\u{13442}"],
  ["a note without a head", "\u{1d159}"],
  ["a private use character", "\ue000"],
  ["a variation selector", "\ufe0f"],
  ["a byte-order mark", "\ufeff"],
  ["a halfwidth Hangul filler", "\uffa0"],
  ["an interlinear annotation", "\ufff9"],
  ["a noncharacter", "\uffff"],
  ["a tag", "\u{e0041}"],
  ["a supplementary variation selector", "\u{e0101}"],
  ["an unassigned code point", "\u{105ff}"],
  ["an unassigned code point above U+FFFF", "\u{3fffd}"],
  ["a stroke through a letter", "a\u0336"],
  ["a slash through a letter", "a\u0338"],
  ["a circle around a letter", "a\u20dd"],
  ["a symbol's line through a letter", "a\u20d2"],
  ["four marks on a letter", "q\u0323\u0316\u0317\u0318"],
  ["many Thai marks on a letter", `\u0e01${"\u0e47".repeat(8)}`],
];

describe("an organization's name", () => {
  test.each(INVISIBLE)("may not have %s", async (_what, character) => {
    const portal = await openPortal();
    const json = { ...registration, orgName: `Coriolis${character}Works` };
    const call = { as: null, method: "POST", path: "/api/portal/register", json } as const;
    await perform(portal, { ...call, status: 400, fields: ["orgName"] });
  });

  test.each([
    "Société Générale d'Électronique",
    "株式会社コリオリ",
    "ООО «Кориолис»",
    "شركة كوريوليس",
    "कोरिओलिस",
    "Đường Lê Thị Ẩm",
    "ក្រុមហ៊ុនស្ត្រី",
    "မြွှေ့ကုမ္ပဏီ",
    "ณัฐพงศ์ที่น้ำ",
    "שֶׁלָּנוּ",
    "ʻŌlelo n̈̃ga",
    "Coriolis™ & Sons 🚀",
  ])("may be %s", async (orgName) => {
    const portal = await openPortal();
    const json = { ...registration, orgName };
    const call = { as: null, method: "POST", path: "/api/portal/register", json } as const;
    await perform(portal, { ...call, status: 201, events: ["organization_registered"] });
  });
});

/** All other operations that set the name of a person or a record. */
const NAMED: readonly [as: PersonKey | null, method: string, path: string, field: string, body: object][] = [
  [null, "POST", "/api/portal/register", "contactName", registration],
  [null, "POST", "/api/portal/register", "pocName", registration],
  ["acmeAdmin", "PUT", "/api/portal/profile", "contractsPocName", { orgType: "COMPANY" }],
  ["systemAdmin", "POST", "/api/gov/admin/commands", "name", { abbreviation: "NC", echelon: "Brigade" }],
  ["systemAdmin", "POST", "/api/gov/admin/commands", "abbreviation", { name: "New command", echelon: "Brigade" }],
  ["systemAdmin", "PATCH", `/api/gov/admin/commands/${COMMANDS.alpha}`, "name", {}],
  [
    "systemAdmin",
    "POST",
    "/api/gov/admin/users",
    "name",
    { email: "new@agency.test", password: PASSWORD, role: "GOV_POC" },
  ],
  ["systemAdmin", "PATCH", "/api/gov/admin/users", "title", { userId: idOf("poc") }],
  ["lead", "POST", "/api/gov/calls", "pocName", { title: "Quiet lidar", description: "Lidar." }],
  ["lead", "POST", "/api/gov/calls", "officeName", { title: "Quiet lidar", description: "Lidar." }],
  [
    "poc",
    "POST",
    "/api/gov/engagements",
    "otherOrganization",
    { title: "Visit", type: "DEMO", status: "PLANNED", date: "2026-03-12", commandId: COMMANDS.alpha },
  ],
  ["acmeAdmin", "PUT", "/api/portal/profile", "techTags", { orgType: "COMPANY" }],
];

describe("a name", () => {
  test.each(NAMED)("that %s sends by %s %s in %s has no invisible character", async (as, method, path, field, body) => {
    const portal = await openPortal();
    await perform(portal, { as, method, path, json: { ...body, [field]: "ab\u2060cd" }, status: 400, fields: [field] });
  });

  test("of someone who accepts an invitation has no invisible character", async () => {
    const portal = await openPortal();
    const json = { token: insertInvitation(portal).token, name: "Lee\u200b Novak", password: PASSWORD };
    const call = { as: null, method: "POST", path: "/api/portal/invitations/accept", json } as const;
    await perform(portal, { ...call, status: 400, fields: ["name"] });
  });

  test("without a visible character is missing", async () => {
    const portal = await openPortal();
    for (const orgName of ["\u3164\u3164", "\u2800 \u115f", "\ufe0f\u034f"]) {
      const call = {
        as: null,
        method: "POST",
        path: "/api/portal/register",
        json: { ...registration, orgName },
      } as const;
      const answer = await perform(portal, { ...call, status: 400, fields: ["orgName"] });
      expect(answer.body).toMatchObject({ fields: { orgName: ["Enter the organization name"] } });
    }
  });
});

const MISLEADING_EMAILS: readonly [what: string, email: string][] = [
  ["a right-to-left override", "a\u202eb@example.test"],
  ["a line separator", "a\u2028b@example.test"],
  ["a line feed", "a\nb@example.test"],
  ["a space of no width", "a\u200bb@example.test"],
];

describe("an email", () => {
  test.each(MISLEADING_EMAILS)("that someone enters to sign in may not have %s", async (_what, email) => {
    const portal = await openPortal();
    const call = { as: null, method: "POST", path: "/api/session", json: { email, password: PASSWORD } } as const;
    await perform(portal, { ...call, status: 400, fields: ["email"] });
  });

  test.each(MISLEADING_EMAILS)(
    "that someone registers, invites or stores in a profile may not have %s",
    async (_what, email) => {
      const portal = await openPortal();
      const json = { ...registration, email };
      await perform(portal, {
        as: null,
        method: "POST",
        path: "/api/portal/register",
        json,
        status: 400,
        fields: ["email"],
      });
      const invitation = { email, industryRole: "INDUSTRY_USER" };
      const invite = { as: "acmeAdmin", method: "POST", path: "/api/portal/invitations", json: invitation } as const;
      await perform(portal, { ...invite, status: 400, fields: ["email"] });
      const profile = { orgType: "COMPANY", pocEmail: email };
      const change = { as: "acmeAdmin", method: "PUT", path: "/api/portal/profile", json: profile } as const;
      await perform(portal, { ...change, status: 400, fields: ["pocEmail"] });
    },
  );

  test("that someone enters appears in the audit log without characters that change how it reads", async () => {
    const portal = await openPortal();
    const origin = { id: "row", at: portal.now().toISOString(), actor: null, ip: "192.0.2.1", userAgent: null };
    const claimedEmail = "a\u202eb\u2028c\u0007@example.test";
    appendAudit(portal.db, { ...origin, requestId: "request", claimedEmail }, "sign_in_failure");
    expect(portal.auditRows().at(-1)?.actorEmail).toBe("a\\u{202e}b\\u{2028}c\\u{7}@example.test");
  });
});
