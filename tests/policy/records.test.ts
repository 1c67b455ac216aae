import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { reviewOpinion, submission } from "#db/schema";
import { queueAccountMail, turnOnMail } from "~/routing/outbox.server";
import {
  insertAnnouncement,
  insertAnnouncementFile,
  insertCall,
  insertCommand,
  insertEngagement,
  insertEngagementAttachment,
  insertEngagementTask,
  insertInvitation,
  insertMessage,
  insertMessageFile,
  insertPresetTag,
  insertSavedSearch,
  insertSavedView,
  insertSubmission,
  insertSubmissionWithFile,
  linkIdentity,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, PEOPLE, type PersonKey } from "../support/cast";
import { MINUTE, openPortal, type Portal, type RequestOptions } from "../support/portal";
import { addressOf, declaredEndpoints } from "../support/routes";
import { contents } from "../support/scenario";
import { insertSecondFactor } from "../support/second-factor";

/*
 * Who may do what to an existing record: every person calls every route that names one, including people of another
 * organization and another command. The expectations follow docs/contract.md#roles-and-permissions. The records belong to
 * Acme and to command Alpha. A refusal must change nothing.
 */

type Visitor = PersonKey | "nobody";
type Outcome = { allowed: readonly PersonKey[]; status?: number; hidden?: readonly PersonKey[] };

/** All who sign in, but command Alpha's point of contact. */
const EVERYONE_ELSE: readonly PersonKey[] = [
  "readonly",
  "bravoPoc",
  "lead",
  "admin",
  "systemAdmin",
  "acmeAdmin",
  "acmeUser",
  "borealisAdmin",
];
const GOVERNMENT = ["readonly", "poc", "bravoPoc", "lead", "admin", "systemAdmin"] as const;
const WRITERS = ["poc", "bravoPoc", "lead", "admin", "systemAdmin"] as const;
/** Who may change command Alpha's engagements. Bravo's people may not. */
const ALPHA_WRITERS = ["poc", "lead", "admin", "systemAdmin"] as const;
const PUBLISHERS = ["lead", "admin", "systemAdmin"] as const;
const SYSTEM_ADMIN = ["systemAdmin"] as const;
const ACME = ["acmeAdmin", "acmeUser"] as const;

interface Row extends Outcome {
  /** Makes the record. @returns the ids that the path names. */
  given: (portal: Portal) => Record<string, string> | Promise<Record<string, string>>;
  settings?: Record<string, string>;
  send?: () => RequestOptions;
}

const files = (): RequestOptions => {
  const multipart = new FormData();
  multipart.append("files", new Blob(["An agenda."], { type: "text/plain" }), "agenda.txt");
  return { multipart };
};
const json = (value: object) => (): RequestOptions => ({ json: value });

/** The id of a person's open session. */
const sessionIdOf = (portal: Portal, person: PersonKey): string =>
  portal.db.query.session.findFirst({ where: (row, { eq }) => eq(row.userId, idOf(person)) }).sync()?.id ?? "";
const anAnnouncement = (portal: Portal) => ({ id: insertAnnouncement(portal) });
const anAnnouncementFile = async (portal: Portal) => {
  const id = insertAnnouncement(portal);
  return { id, attachmentId: await insertAnnouncementFile(portal, id) };
};
const anEngagement = (portal: Portal) => ({ id: insertEngagement(portal) });
const aTask = (portal: Portal) => {
  const id = insertEngagement(portal);
  // The owner is of another command, so may mark it done, but not change it.
  return { id, taskId: insertEngagementTask(portal, id, { ownerId: idOf("bravoPoc") }) };
};
const anEngagementFile = (portal: Portal) => {
  const id = insertEngagement(portal);
  return { id, attachmentId: insertEngagementAttachment(portal, id) };
};
const aSubmission = async (portal: Portal) => ({ id: await insertSubmissionWithFile(portal) });
const aMessageFile = async (portal: Portal) => {
  const id = insertSubmission(portal);
  const messageId = insertMessage(portal, id);
  return { id, messageId, fileId: await insertMessageFile(portal, messageId) };
};
const anOpinion = async (portal: Portal) => {
  const { id } = await aSubmission(portal);
  const asked = { submissionId: id, userId: idOf("poc"), askedBy: idOf("admin"), askedAt: portal.now().toISOString() };
  portal.db.insert(reviewOpinion).values(asked).run();
  return { id, userId: idOf("poc") };
};
const aCall = (portal: Portal) => ({ id: insertCall(portal) });
const aMail = ({ db, now }: Portal) => {
  turnOnMail(db);
  queueAccountMail(db, { id: "mail-1", kind: "ACCOUNT_CHANGE", userId: idOf("poc") }, now());
  return { id: "mail-1" };
};
const acme = () => ({ id: ORGANIZATIONS.acme });
const aCommand = (portal: Portal) => ({ id: insertCommand(portal) });
const engagement = {
  title: "Rotor demonstration",
  type: "DEMO",
  status: "COMPLETED",
  date: "2026-03-10",
  commandId: COMMANDS.alpha,
  organizationIds: [ORGANIZATIONS.acme],
};

const RECORDS: Record<string, Row> = {
  "GET api/portal/submissions/:id/file": { given: aSubmission, allowed: [...GOVERNMENT, ...ACME] },
  "GET api/portal/submissions/:id/messages": { given: aSubmission, allowed: ACME, hidden: ["borealisAdmin"] },
  "POST api/portal/submissions/:id/messages": {
    given: aSubmission,
    send: json({ body: "600 m." }),
    allowed: ACME,
    status: 201,
    hidden: ["borealisAdmin"],
  },
  "GET api/portal/submissions/:id/messages/:messageId/files/:fileId": {
    given: aMessageFile,
    allowed: [...GOVERNMENT, ...ACME],
    hidden: ["borealisAdmin"],
  },
  "PATCH api/portal/users/:id": {
    given: () => ({ id: idOf("acmeUser") }),
    send: json({ industryRole: "INDUSTRY_ADMIN" }),
    allowed: ["acmeAdmin"],
    hidden: ["borealisAdmin"],
  },
  "DELETE api/accounts/:id/identity": {
    given: (portal) => {
      linkIdentity(portal, "acmeUser");
      return { id: idOf("acmeUser") };
    },
    settings: { DEMO_LOCK_CREDENTIALS: "false" },
    allowed: ["acmeAdmin", "systemAdmin"],
    hidden: ["borealisAdmin"],
  },
  "POST api/accounts/:id/identity-link": {
    given: () => ({ id: idOf("acmeUser") }),
    settings: {
      DEMO_LOCK_CREDENTIALS: "false",
      PUBLIC_ORIGIN: "http://portal.test",
      OIDC_ISSUER: "https://idp.example",
      OIDC_CLIENT_ID: "portal",
    },
    allowed: ["acmeAdmin", "systemAdmin"],
    status: 201,
    hidden: ["borealisAdmin"],
  },
  "POST api/accounts/:id/password-link": {
    send: json({}),
    given: () => ({ id: idOf("acmeUser") }),
    settings: { DEMO_LOCK_CREDENTIALS: "false" },
    allowed: ["acmeAdmin", "systemAdmin"],
    status: 201,
    hidden: ["borealisAdmin"],
  },
  "DELETE api/accounts/:id/second-factor": {
    given: (portal) => {
      insertSecondFactor(portal, "acmeUser");
      return { id: idOf("acmeUser") };
    },
    settings: { DEMO_LOCK_CREDENTIALS: "false" },
    allowed: ["acmeAdmin", "systemAdmin"],
    hidden: ["borealisAdmin"],
  },
  "POST api/gov/admin/outbox/:id/retry": { given: aMail, allowed: SYSTEM_ADMIN },
  "GET api/portal/calls/:id/follow": {
    given: (portal) => ({ id: insertCall(portal) }),
    allowed: ["acmeAdmin", "acmeUser", "borealisAdmin"],
  },
  "PUT api/portal/calls/:id/follow": {
    given: (portal) => ({ id: insertCall(portal) }),
    send: json({ following: true }),
    allowed: ["acmeAdmin", "acmeUser", "borealisAdmin"],
  },
  "DELETE api/portal/invitations/:id": {
    given: (portal) => ({ id: insertInvitation(portal).id }),
    allowed: ["acmeAdmin"],
    hidden: ["borealisAdmin"],
  },
  "PATCH api/saved-searches/:id": {
    given: (portal) => ({ id: insertSavedSearch(portal) }),
    send: json({ notify: "NONE" }),
    allowed: ["poc"],
    hidden: EVERYONE_ELSE,
  },
  "DELETE api/saved-searches/:id": {
    given: (portal) => ({ id: insertSavedSearch(portal) }),
    allowed: ["poc"],
    hidden: EVERYONE_ELSE,
  },
  "DELETE api/gov/saved-views/:id": {
    given: (portal) => ({ id: insertSavedView(portal) }),
    allowed: ["poc"],
    hidden: GOVERNMENT.filter((person) => person !== "poc"),
  },
  "GET api/gov/submissions/:id": { given: aSubmission, allowed: GOVERNMENT },
  "GET api/gov/submissions/:id/outcomes": { given: aSubmission, allowed: GOVERNMENT },
  "POST api/gov/submissions/:id/outcomes": {
    // Owned by command Alpha's point of contact.
    given: async (portal) => ({ id: await insertSubmissionWithFile(portal, {}, { ownerId: idOf("poc") }) }),
    send: json({ outcome: "INTERESTED", body: "Call us.", replaces: null }),
    allowed: ALPHA_WRITERS,
    status: 201,
  },
  "GET api/gov/submissions/:id/messages": { given: aSubmission, allowed: GOVERNMENT },
  "POST api/gov/submissions/:id/messages": {
    given: aSubmission,
    send: json({ body: "How far?", asksAnswer: true }),
    allowed: WRITERS,
    status: 201,
  },
  "PATCH api/gov/submissions/:id/status": { given: aSubmission, send: json({ status: "ARCHIVED" }), allowed: WRITERS },
  "GET api/gov/submissions/:id/notes": { given: aSubmission, allowed: GOVERNMENT },
  "POST api/gov/submissions/:id/notes": {
    given: aSubmission,
    send: json({ body: "They called.", mentions: [idOf("poc")] }),
    allowed: WRITERS,
    status: 201,
  },
  "PUT api/gov/submissions/:id/owner": { given: aSubmission, send: json({ ownerId: null }), allowed: WRITERS },
  "POST api/gov/submissions/:id/recusal": {
    given: aSubmission,
    send: json({ reason: "A friend works there." }),
    allowed: WRITERS,
    status: 201,
  },
  "PUT api/gov/submissions/:id/opinions/:userId": { given: anOpinion, allowed: WRITERS },
  "DELETE api/gov/submissions/:id/opinions/:userId": { given: anOpinion, allowed: WRITERS },
  "PUT api/gov/submissions/:id/tags": {
    given: aSubmission,
    send: json({ governmentTags: "rotors" }),
    allowed: WRITERS,
  },
  "GET api/gov/submissions/:id/review": { given: aSubmission, allowed: GOVERNMENT },
  "GET api/gov/submissions/:id/document": { given: aSubmission, allowed: GOVERNMENT },
  "GET api/gov/submissions/:id/readers": { given: aSubmission, allowed: GOVERNMENT },
  "GET api/gov/submissions/:id/assessments": { given: aSubmission, allowed: GOVERNMENT },
  "PUT api/gov/submissions/:id/assessment": { given: aSubmission, send: json({ relevance: "HIGH" }), allowed: WRITERS },
  "PUT api/gov/submissions/:id/conclusion": {
    given: async (portal) => {
      const { id } = await aSubmission(portal);
      portal.db
        .update(submission)
        .set({ ownerId: idOf("poc") })
        .where(eq(submission.id, id))
        .run();
      return { id };
    },
    send: json({ relevance: "HIGH" }),
    allowed: ALPHA_WRITERS,
  },
  "GET api/gov/calls/:id/comparison": { given: aCall, allowed: GOVERNMENT },
  "PUT api/gov/calls/:id/questions": {
    given: aCall,
    send: json({ questions: [{ kind: "TEXT", label: "What is new?" }] }),
    allowed: PUBLISHERS,
  },
  "GET api/gov/calls/:id": { given: aCall, allowed: GOVERNMENT },
  "PATCH api/gov/calls/:id": { given: aCall, send: json({ status: "CLOSED" }), allowed: PUBLISHERS },
  "GET api/gov/announcements/:id": { given: anAnnouncement, allowed: GOVERNMENT },
  "PATCH api/gov/announcements/:id": { given: anAnnouncement, send: json({ title: "New title" }), allowed: PUBLISHERS },
  "DELETE api/gov/announcements/:id": { given: anAnnouncement, allowed: PUBLISHERS },
  "POST api/gov/announcements/:id/attachments": {
    given: anAnnouncement,
    send: files,
    allowed: PUBLISHERS,
    status: 201,
  },
  "GET api/gov/announcements/:id/attachments/:attachmentId": { given: anAnnouncementFile, allowed: PEOPLE },
  "DELETE api/gov/announcements/:id/attachments/:attachmentId": { given: anAnnouncementFile, allowed: PUBLISHERS },
  "GET api/gov/engagements/:id": { given: anEngagement, allowed: GOVERNMENT },
  "PATCH api/gov/engagements/:id": { given: anEngagement, send: json(engagement), allowed: ALPHA_WRITERS },
  "DELETE api/gov/engagements/:id": { given: anEngagement, allowed: ALPHA_WRITERS },
  "POST api/gov/engagements/:id/notes": {
    given: anEngagement,
    send: json({ body: "They came." }),
    allowed: ALPHA_WRITERS,
    status: 201,
  },
  "POST api/gov/engagements/:id/tasks": {
    given: anEngagement,
    send: json({ text: "Send the minutes", ownerId: idOf("poc"), dueDate: "2026-03-20" }),
    allowed: ALPHA_WRITERS,
    status: 201,
  },
  "PATCH api/gov/engagements/:id/tasks/:taskId": {
    given: aTask,
    send: json({ text: "Send them again" }),
    allowed: ALPHA_WRITERS,
  },
  "DELETE api/gov/engagements/:id/tasks/:taskId": { given: aTask, allowed: ALPHA_WRITERS },
  "POST api/gov/engagements/:id/attachments": {
    given: anEngagement,
    send: files,
    allowed: ALPHA_WRITERS,
    status: 201,
  },
  "GET api/gov/engagements/:id/attachments/:attachmentId": { given: anEngagementFile, allowed: GOVERNMENT },
  "DELETE api/gov/engagements/:id/attachments/:attachmentId": { given: anEngagementFile, allowed: ALPHA_WRITERS },
  "GET api/gov/organizations/:id": { given: acme, allowed: GOVERNMENT },
  "PATCH api/gov/organizations/:id": { given: acme, send: json({ nontraditional: true }), allowed: WRITERS },
  "PATCH api/gov/organizations/:id/status": { given: acme, send: json({ status: "WATCHLIST" }), allowed: WRITERS },
  "PATCH api/gov/organizations/:id/identity": { given: acme, send: json({ uei: "UEI1" }), allowed: SYSTEM_ADMIN },
  "GET api/gov/organizations/:id/dialogue": { given: acme, allowed: GOVERNMENT },
  "POST api/gov/organizations/:id/dialogue": {
    given: acme,
    send: json({ body: "They called." }),
    allowed: WRITERS,
    status: 201,
  },
  "GET api/gov/admin/commands/:id": { given: aCommand, allowed: GOVERNMENT },
  "PATCH api/gov/admin/commands/:id": { given: aCommand, send: json({ name: "New name" }), allowed: SYSTEM_ADMIN },
  "DELETE api/gov/admin/commands/:id": { given: aCommand, allowed: SYSTEM_ADMIN },
  "PATCH api/gov/admin/commands/:id/parent": {
    given: aCommand,
    send: json({ parentId: COMMANDS.bravo }),
    allowed: SYSTEM_ADMIN,
  },
  "PATCH api/gov/admin/users/:id/email": {
    given: () => ({ id: idOf("poc") }),
    send: json({ email: "right@agency.test" }),
    allowed: SYSTEM_ADMIN,
  },
  "PATCH api/gov/admin/industry-users/:id": {
    given: () => ({ id: idOf("acmeUser") }),
    send: json({ active: false }),
    allowed: SYSTEM_ADMIN,
  },
  "PATCH api/gov/admin/tags/:id": {
    given: (portal) => ({ id: insertPresetTag(portal, "optics") }),
    send: json({ aliases: "lenses" }),
    allowed: SYSTEM_ADMIN,
  },
  "DELETE api/gov/admin/tags/:id": {
    given: (portal) => ({ id: insertPresetTag(portal, "optics") }),
    allowed: SYSTEM_ADMIN,
  },
  "GET api/accounts/:id/sessions": {
    given: () => ({ id: idOf("acmeUser") }),
    allowed: ["systemAdmin", "acmeAdmin"],
    hidden: ["borealisAdmin"],
  },
  "DELETE api/accounts/:id/sessions": {
    given: () => ({ id: idOf("acmeUser") }),
    allowed: ["systemAdmin", "acmeAdmin"],
    hidden: ["borealisAdmin"],
  },
  "DELETE api/accounts/:id/sessions/:sessionId": {
    given: (portal) => {
      portal.cookieOf("poc");
      return { id: idOf("poc"), sessionId: sessionIdOf(portal, "poc") };
    },
    allowed: ["lead", "admin", "systemAdmin"],
    hidden: ["acmeAdmin", "borealisAdmin"],
  },
  "GET api/accounts/:id/assignments": {
    given: () => ({ id: idOf("acmeUser") }),
    allowed: ["systemAdmin", "acmeAdmin"],
    hidden: ["borealisAdmin"],
  },
  // The body has the id of the record that it changes.
  "PATCH api/gov/admin/users": {
    given: () => ({}),
    send: json({ userId: idOf("poc"), title: "Liaison" }),
    allowed: ["lead", "admin", "systemAdmin"],
  },
};

test("every route that names a record is in the table", () => {
  // A token is no record, but the only key to its route (tests/api/personal-feeds.test.ts).
  const named = declaredEndpoints
    .filter(({ path }) => path.replaceAll(":token", "").includes(":"))
    .map(({ key }) => key);
  expect(named.filter((key) => !(key in RECORDS))).toEqual([]);
});

/** Changes that move a record to another status: nothing can move to the status it already has. */
const MOVES = ["PATCH api/gov/submissions/:id/status", "PATCH api/gov/calls/:id"];

describe("a change that is already made", () => {
  const changes = Object.entries(RECORDS).filter(([key]) => key.startsWith("PATCH "));

  test.each(changes)("changes nothing and is not audited: %s", async (key, { given, send, allowed: [person] }) => {
    const portal = await openPortal();
    const address = addressOf(key.replace("PATCH ", ""), await given(portal));
    const change = () => portal.request(person ?? null, "PATCH", address, send?.());
    expect((await change()).status).toBe(200);
    const [before, audited] = [contents(portal), portal.auditRows()];
    portal.advance(MINUTE);
    expect((await change()).status).toBe(MOVES.includes(key) ? 400 : 200);
    expect(contents(portal)).toEqual(before);
    expect(portal.auditRows()).toEqual(audited);
  });
});

for (const [key, row] of Object.entries(RECORDS)) {
  const [method = "", path = ""] = key.split(" ");
  describe(key, () => {
    for (const visitor of ["nobody", ...PEOPLE] as Visitor[]) {
      const person = visitor === "nobody" ? null : visitor;
      const expected =
        person === null
          ? 401
          : row.allowed.includes(person)
            ? (row.status ?? 200)
            : row.hidden?.includes(person)
              ? 404
              : 403;
      test(`returns ${expected} to ${visitor}`, async () => {
        const portal = await openPortal(row.settings);
        const address = addressOf(path, await row.given(portal));
        if (person) portal.cookieOf(person);
        const before = contents(portal);
        const answer = await portal.request(person, method, address, row.send?.());
        expect(answer.status, answer.text).toBe(expected);
        if (expected < 400) return;
        expect(contents(portal)).toEqual(before);
        expect(portal.auditRows()).toEqual([]);
      });
    }
  });
}
