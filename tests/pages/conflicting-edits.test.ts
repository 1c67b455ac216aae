import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import {
  announcement,
  assessmentQuestion,
  call,
  command,
  engagement,
  engagementTask,
  notificationSetting,
  organization,
  presetTag,
  submission,
  user,
} from "#db/schema";
import {
  insertAnnouncement,
  insertCall,
  insertCommand,
  insertEngagement,
  insertEngagementTask,
  insertPresetTag,
  insertQuestion,
  insertSubmission,
  instant,
} from "../support/arrange";
import { COMMANDS, idOf, ORGANIZATIONS, type PersonKey } from "../support/cast";
import { unescaped, wordsOf } from "../support/markup";
import { DAY, MINUTE, openPortal, type Portal } from "../support/portal";

/* An edit that started before someone else saved must not silently undo their changes. */

interface Edited {
  name: string;
  as: PersonKey;
  /** Creates the record. @returns its id, the address of its page, and that of the form, if it is another one */
  begin: (portal: Portal) => { id: string; path: string; action?: string };
  /** The form with this text in one field. */
  form: (text: string, id: string) => Record<string, string>;
  kept: (portal: Portal, id: string) => string | null | undefined;
}

const EDITED: Edited[] = [
  {
    name: "an announcement",
    as: "lead",
    begin: (portal) => {
      const id = insertAnnouncement(portal);
      return { id, path: `/gov/announcements/${id}/edit` };
    },
    form: (title) => ({ title, body: "The forum opens." }),
    kept: ({ db }, id) => db.select().from(announcement).where(eq(announcement.id, id)).get()?.title,
  },
  {
    name: "a call",
    as: "lead",
    begin: (portal) => {
      const id = insertCall(portal, { status: "DRAFT" });
      return { id, path: `/gov/calls/${id}/edit` };
    },
    form: (title) => ({ title, description: "We look for quiet rotors." }),
    kept: ({ db }, id) => db.select().from(call).where(eq(call.id, id)).get()?.title,
  },
  {
    name: "an engagement",
    as: "poc",
    begin: (portal) => {
      const id = insertEngagement(portal);
      return { id, path: `/gov/engagements/${id}/edit` };
    },
    form: (title) => ({
      ...{ title, type: "DEMO", status: "PLANNED", date: "2026-03-10", commandId: COMMANDS.alpha },
      otherOrganization: "Somebody",
    }),
    kept: ({ db }, id) => db.select().from(engagement).where(eq(engagement.id, id)).get()?.title,
  },
  {
    name: "a profile",
    as: "acmeAdmin",
    begin: () => ({ id: ORGANIZATIONS.acme, path: "/portal/profile/edit" }),
    form: (city) => ({ orgType: "COMPANY", city }),
    kept: ({ db }, id) => db.select().from(organization).where(eq(organization.id, id)).get()?.city,
  },
  {
    name: "a follow-up task",
    as: "poc",
    begin: (portal) => {
      const engagementId = insertEngagement(portal);
      const id = insertEngagementTask(portal, engagementId);
      const path = `/gov/engagements/${engagementId}?task=${id}`;
      return { id, path, action: `${path}&changeTask` };
    },
    form: (text, taskId) => ({ taskId, text, ownerId: idOf("poc"), dueDate: "2026-04-01" }),
    kept: ({ db }, id) => db.select().from(engagementTask).where(eq(engagementTask.id, id)).get()?.text,
  },
  {
    name: "the government's tags of a submission",
    as: "poc",
    begin: (portal) => {
      const id = insertSubmission(portal, { status: "ROUTED" });
      return { id, path: `/gov/submissions/${id}`, action: `/gov/submissions/${id}?tags` };
    },
    form: (governmentTags) => ({ governmentTags }),
    kept: ({ db }, id) => db.select().from(submission).where(eq(submission.id, id)).get()?.governmentTags,
  },
  {
    name: "the questions of a call",
    as: "lead",
    begin: (portal) => {
      const id = insertCall(portal);
      return { id, path: `/gov/calls/${id}/questions` };
    },
    form: (label) => ({ "kind.0": "TEXT", "label.0": label }),
    kept: ({ db }, id) => askedIn(db.select().from(assessmentQuestion).where(eq(assessmentQuestion.callId, id)).all()),
  },
  {
    name: "the default questions",
    as: "admin",
    begin: (portal) => ({ id: insertQuestion(portal), path: "/gov/admin/questions" }),
    form: (label) => ({ "kind.0": "TEXT", "label.0": label }),
    kept: ({ db }) => askedIn(db.select().from(assessmentQuestion).all()),
  },
  {
    name: "someone's notification settings",
    as: "poc",
    begin: () => ({ id: idOf("poc"), path: "/notifications/settings" }),
    form: (techTags) => ({ kind: "SUBMISSION_MATCH", enabled: "SUBMISSION_MATCH", techTags }),
    kept: ({ db }, id) =>
      db.select().from(notificationSetting).where(eq(notificationSetting.userId, id)).get()?.techTags,
  },
  {
    name: "other names of a tag",
    as: "systemAdmin",
    begin: (portal) => {
      const id = insertPresetTag(portal, "counter-uas");
      return { id, path: `/gov/admin/tags/${id}` };
    },
    form: (aliases) => ({ aliases: aliases.toLowerCase() }),
    kept: ({ db }, id) => db.select().from(presetTag).where(eq(presetTag.id, id)).get()?.aliases,
  },
  {
    name: "a command",
    as: "systemAdmin",
    begin: (portal) => {
      const id = insertCommand(portal);
      return { id, path: `/gov/admin/commands/${id}`, action: `/gov/admin/commands/${id}?edit` };
    },
    form: (name) => ({ name, abbreviation: "NEW", echelon: "Brigade" }),
    kept: ({ db }, id) => db.select().from(command).where(eq(command.id, id)).get()?.name,
  },
  {
    name: "a government user",
    as: "admin",
    begin: () => ({ id: idOf("poc"), path: `/gov/admin/users?user=${idOf("poc")}` }),
    form: (title) => ({ userId: idOf("poc"), role: "GOV_POC", commandId: COMMANDS.alpha, title }),
    kept: ({ db }, id) => db.select().from(user).where(eq(user.id, id)).get()?.title,
  },
];

/** The label of the only question that is still asked. */
const askedIn = (questions: { label: string; retiredAt: string | null }[]) =>
  questions.find(({ retiredAt }) => retiredAt === null)?.label;

/** The version that a form has: the one with this address, or the first. */
function readAtOn(html: string, action = ""): string {
  const name = /[?&](\w+)$/.exec(action)?.[1];
  const from = name === undefined ? 0 : html.search(new RegExp(`action="[^"]*[?;]${name}"`));
  return unescaped(html.slice(from).match(/<input type="hidden" name="readAt" value="([^"]+)"/)?.[1] ?? "");
}

test.each(EDITED.map((edited) => [edited.name, edited] as const))(
  "after someone changed %s, a save succeeds only from a form that showed a warning",
  async (_name, edited) => {
    const portal = await openPortal();
    const { id, path, action = path } = edited.begin(portal);
    const send = (text: string, readAt?: string) => {
      portal.advance(MINUTE);
      const form = { ...edited.form(text, id), ...(readAt === undefined ? {} : { readAt }) };
      return portal.request(edited.as, "POST", action, { form });
    };
    const readAt = readAtOn((await portal.request(edited.as, "GET", path)).text, action);
    expect(readAt).not.toBe("");
    expect((await send("madison", readAt)).status).toBe(302);

    const refused = await send("huntsville", readAt);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused.text)).toContain("Someone else changed this after you opened it. We kept what you typed");
    expect(unescaped(refused.text)).toMatch(/value="huntsville"/);
    expect(edited.kept(portal, id)).toBe("madison");

    // Another problem does not add the warning. The form keeps its old opening time.
    const faulty = await portal.request(edited.as, "POST", action, {
      form: { ...edited.form("x".repeat(600), id), readAt },
    });
    expect([faulty.status, readAtOn(faulty.text, action)]).toEqual([400, readAt]);

    const readAtNow = readAtOn(refused.text, action);
    expect(readAtNow).not.toBe(readAt);
    expect((await send("huntsville", readAtNow)).status).toBe(302);
    expect(edited.kept(portal, id)).toBe("huntsville");
    // A program that sends the form without the time skips the check.
    expect((await send("decatur")).status).toBe(302);
    expect(edited.kept(portal, id)).toBe("decatur");
  },
);

test("a preview of an announcement changes nothing, and does not hide what someone else saved meanwhile", async () => {
  const portal = await openPortal();
  const id = insertAnnouncement(portal, { title: "Before", published: false });
  const path = `/gov/announcements/${id}/edit`;
  const form = { title: "Mine", body: "The *forum* opens.", audience: "ALL" };
  const send = (address: string, fields: Record<string, string>) => {
    portal.advance(MINUTE);
    return portal.request("lead", "POST", address, { form: fields });
  };
  const titleNow = () => portal.db.select().from(announcement).where(eq(announcement.id, id)).get()?.title;
  const readAt = readAtOn((await portal.request("lead", "GET", path)).text);
  expect((await send(path, { ...form, title: "Theirs", readAt })).status).toBe(302);
  const preview = await send(`${path}?preview`, { ...form, readAt });
  expect([preview.status, titleNow()]).toEqual([200, "Theirs"]);
  expect(preview.text).toContain("<em>forum</em>");
  expect(readAtOn(preview.text)).toBe(readAt);
  const refused = await send(path, { ...form, readAt: readAtOn(preview.text) });
  expect([refused.status, titleNow()]).toEqual([409, "Theirs"]);
});

const announcementPage = (id: string) => `/gov/announcements/${id}`;
const callPage = (id: string) => `/gov/calls/${id}`;
const later = (portal: Portal) => instant(portal, 2 * DAY);

interface Done {
  name: string;
  begin: (portal: Portal) => string;
  pageOf: (id: string) => string;
  /** The form's name, and what it sends. */
  form: string;
  fields: (portal: Portal) => Record<string, string>;
}

const DONE: Done[] = [
  {
    name: "publishing a draft of an announcement",
    begin: (portal) => insertAnnouncement(portal, { published: false, publishedAt: null }),
    pageOf: announcementPage,
    form: "status",
    fields: () => ({ status: "PUBLISHED" }),
  },
  {
    name: "scheduling an announcement",
    begin: (portal) => insertAnnouncement(portal, { published: false, publishedAt: null }),
    pageOf: announcementPage,
    form: "schedule",
    fields: (portal) => ({ status: "SCHEDULED", publishesAt: later(portal) }),
  },
  {
    name: "publishing an announcement again",
    begin: (portal) => insertAnnouncement(portal, { published: false }),
    pageOf: announcementPage,
    form: "publish",
    fields: () => ({ published: "true" }),
  },
  {
    name: "opening a call",
    begin: (portal) => insertCall(portal, { status: "DRAFT" }),
    pageOf: callPage,
    form: "status",
    fields: () => ({ status: "OPEN" }),
  },
  {
    name: "scheduling a call",
    begin: (portal) => insertCall(portal, { status: "DRAFT" }),
    pageOf: callPage,
    form: "schedule",
    fields: (portal) => ({ status: "PENDING", releasesAt: later(portal) }),
  },
];

test.each(DONE.map((done) => [done.name, done] as const))(
  "%s is refused once if someone changed it after the page was opened, and the page then shows the change",
  async (_name, { begin, pageOf, form, fields }) => {
    const portal = await openPortal();
    const path = pageOf(begin(portal));
    const open = async () => readAtOn((await portal.request("lead", "GET", path)).text);
    const statusNow = async () => (await portal.request("lead", "GET", `/api${path}`)).body;
    const send = (readAt: string) =>
      portal.request("lead", "POST", `${path}?${form}`, { form: { ...fields(portal), readAt } });
    const readAt = await open();
    portal.advance(MINUTE);
    const json = { title: "What nobody has read" };
    expect((await portal.request("admin", "PATCH", `/api${path}`, { json })).status).toBe(200);
    const changed = await statusNow();

    const refused = await send(readAt);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused.text)).toContain("What nobody has read");
    expect(await statusNow()).toEqual(changed);

    expect((await send(readAtOn(refused.text))).status).toBe(302);
    expect(await statusNow()).not.toEqual(changed);
  },
);

test("an announcement is unpublished whatever someone changed", async () => {
  const portal = await openPortal();
  const path = announcementPage(insertAnnouncement(portal));
  expect(readAtOn((await portal.request("lead", "GET", path)).text)).toBe("");
});

test("an engagement is not deleted with a note that someone has added since its page was opened", async () => {
  const portal = await openPortal();
  const id = insertEngagement(portal);
  const path = `/gov/engagements/${id}`;
  const remove = (readAt: string) => portal.request("poc", "POST", `${path}?delete`, { form: { readAt } });
  const readAt = readAtOn((await portal.request("poc", "GET", path)).text);
  portal.advance(MINUTE);
  await portal.request("admin", "POST", `/api${path}/notes`, { json: { body: "They can deliver in May." } });
  const refused = await remove(readAt);
  expect(refused.status).toBe(409);
  expect(wordsOf(refused.text)).toContain("They can deliver in May.");
  expect((await remove(readAtOn(refused.text))).headers.get("location")).toBe("/gov/engagements");
  expect(portal.db.select().from(engagement).where(eq(engagement.id, id)).get()).toBeUndefined();
});

test("the form of a profile neither shows nor refuses what the government does with the organization", async () => {
  const portal = await openPortal();
  const path = "/portal/profile/edit";
  const readAt = async () => readAtOn((await portal.request("acmeAdmin", "GET", path)).text);
  const before = await readAt();
  portal.advance(MINUTE);
  const record = `/api/gov/organizations/${ORGANIZATIONS.acme}`;
  await portal.request("poc", "POST", `${record}/dialogue`, { json: { body: "They were late twice." } });
  await portal.request("poc", "PATCH", record, { json: { nontraditional: true } });
  await portal.request("poc", "PATCH", `${record}/status`, { json: { status: "WATCHLIST" } });
  expect(await readAt()).toBe(before);
  const form = { orgType: "COMPANY", city: "madison", readAt: before };
  expect((await portal.request("acmeAdmin", "POST", path, { form })).status).toBe(302);
  expect(await readAt()).not.toBe(before);
});
