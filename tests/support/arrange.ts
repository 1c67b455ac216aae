import { eq } from "drizzle-orm";
import type { IndustryRole, NotificationKind } from "#db/enumerations";
import { immediateTransaction } from "#db/open";
import {
  accountLink,
  announcement,
  announcementAttachment,
  assessment,
  assessmentQuestion,
  call,
  command,
  engagement,
  engagementAttachment,
  engagementAttachmentChunk,
  engagementAttendee,
  engagementNote,
  engagementOrganization,
  engagementTask,
  externalIdentity,
  invitation,
  notification,
  notificationSetting,
  organization,
  organizationDialogueNote,
  presetTag,
  reviewNote,
  reviewNoteMention,
  reviewRecusal,
  savedSearch,
  savedView,
  submission,
  submissionMessage,
  submissionMessageFile,
  user,
} from "#db/schema";
import { type AuditOrigin, type AuditRecord, appendAudit } from "~/audit/chain.server";
import type { AuditEventName } from "~/audit/events";
import { hashToken } from "~/operations/session.server";
import { comparisonKey } from "~/values/text";
import { COMMANDS, idOf, ORGANIZATIONS, type PersonKey } from "./cast";
import { CLIENT_IP, DAY, HOUR, type Portal } from "./portal";

/* Inserts the records that a test needs directly into the database, so that it calls the API only for what it tests. */

let count = 0;
const ID_DIGITS = 6;
/** Ids sort by their creation, as the portal's do. Otherwise, "call-10" would come before "call-9". */
const nextId = (noun: string) => {
  count += 1;
  return `${noun}-${String(count).padStart(ID_DIGITS, "0")}`;
};

/** The portal's time plus `offset` milliseconds, in ISO 8601. */
export const instant = (portal: Portal, offset = 0) => new Date(portal.now().getTime() + offset).toISOString();
/** The calendar day `days` days after the portal's today, as YYYY-MM-DD. */
export const calendarDay = (portal: Portal, days: number) => instant(portal, days * DAY).slice(0, 10);

/** Inserts a call for technology. By default it is open and has no deadline. @returns its id */
export function insertCall(portal: Portal, values: Partial<typeof call.$inferInsert> = {}): string {
  const id = values.id ?? nextId("call");
  portal.db
    .insert(call)
    .values({
      title: "Quiet rotors",
      description: "We look for quiet rotors.",
      status: "OPEN",
      authorId: idOf("lead"),
      createdAt: instant(portal),
      updatedAt: instant(portal),
      ...values,
      id,
    })
    .run();
  return id;
}

/** Inserts a submission by Acme's user. By default it is SUBMITTED, without a file or call. @returns its id */
export function insertSubmission(portal: Portal, values: Partial<typeof submission.$inferInsert> = {}): string {
  const id = values.id ?? nextId("submission");
  portal.db
    .insert(submission)
    .values({
      id,
      organizationId: ORGANIZATIONS.acme,
      submittedBy: idOf("acmeUser"),
      type: "WHITE_PAPER",
      title: "A quiet rotor",
      summary: "It is quiet, and it turns.",
      createdAt: instant(portal),
      updatedAt: instant(portal),
      ...values,
    })
    .run();
  return id;
}

/** Inserts a saved view, by default of command Alpha's point of contact. @returns its id */
export function insertSavedView(portal: Portal, values: Partial<typeof savedView.$inferInsert> = {}): string {
  const id = values.id ?? nextId("view");
  const view = { name: "Due", nameKey: "due", query: "view=due", userId: idOf("poc"), createdAt: instant(portal) };
  portal.db
    .insert(savedView)
    .values({ id, ...view, ...values })
    .run();
  return id;
}

/** Inserts a saved search, by default of command Alpha's point of contact. @returns its id */
export function insertSavedSearch(portal: Portal, values: Partial<typeof savedSearch.$inferInsert> = {}): string {
  const id = values.id ?? nextId("search");
  const at = instant(portal);
  portal.db
    .insert(savedSearch)
    .values({
      id,
      userId: idOf("poc"),
      name: id,
      nameKey: id,
      query: "radar",
      filters: "{}",
      notify: "IMMEDIATE",
      since: at,
      createdAt: at,
      updatedAt: at,
      ...values,
    })
    .run();
  return id;
}

/**
 * Inserts an engagement. By default it is of command Alpha with Acme, recorded by Alpha's point of contact. The first
 * organization is the primary one.
 * @returns its id
 */
export function insertEngagement(
  portal: Portal,
  values: Partial<typeof engagement.$inferInsert> = {},
  organizationIds: readonly string[] = [ORGANIZATIONS.acme],
): string {
  const id = values.id ?? nextId("engagement");
  portal.db
    .insert(engagement)
    .values({
      title: "Rotor demonstration",
      type: "DEMO",
      status: "PLANNED",
      date: "2026-03-10T00:00:00.000Z",
      organizationId: organizationIds[0] ?? null,
      commandId: COMMANDS.alpha,
      createdBy: idOf("poc"),
      createdAt: instant(portal),
      updatedAt: instant(portal),
      ...values,
      id,
    })
    .run();
  for (const [position, organizationId] of organizationIds.entries()) {
    portal.db.insert(engagementOrganization).values({ engagementId: id, organizationId, position }).run();
  }
  return id;
}

/** @returns the note's id */
export function insertEngagementNote(
  portal: Portal,
  engagementId: string,
  author: PersonKey,
  body = "A note.",
): string {
  const id = nextId("engagement-note");
  portal.db
    .insert(engagementNote)
    .values({ id, engagementId, authorId: idOf(author), body, createdAt: instant(portal) })
    .run();
  return id;
}

/** Inserts an open task of an engagement. By default it is the point of contact's, due on March 20. @returns its id */
export function insertEngagementTask(
  portal: Portal,
  engagementId: string,
  values: Partial<typeof engagementTask.$inferInsert> = {},
): string {
  const id = nextId("engagement-task");
  const times = { createdAt: instant(portal), updatedAt: instant(portal) };
  const task = { text: "Send the minutes", ownerId: idOf("poc"), dueDate: "2026-03-20", createdBy: idOf("lead") };
  portal.db
    .insert(engagementTask)
    .values({ id, engagementId, ...task, ...times, ...values })
    .run();
  return id;
}

/** Makes people attend an engagement. */
export function insertAttendees(portal: Portal, engagementId: string, people: readonly PersonKey[]): void {
  const addedAt = instant(portal);
  for (const person of people)
    portal.db
      .insert(engagementAttendee)
      .values({ engagementId, userId: idOf(person), addedAt })
      .run();
}

/** Inserts an engagement's attachment, stored in these chunks. @returns its id */
export function insertEngagementAttachment(
  portal: Portal,
  engagementId: string,
  chunks: readonly Buffer[] = [Buffer.from("%PDF-1.4 a paper")],
): string {
  const id = nextId("engagement-attachment");
  portal.db
    .insert(engagementAttachment)
    .values({
      id,
      engagementId,
      fileName: "agenda.pdf",
      contentType: "application/pdf",
      sizeBytes: Buffer.concat(chunks).length,
      sha256: "none",
      uploadedBy: idOf("poc"),
      createdAt: instant(portal),
    })
    .run();
  for (const [position, bytes] of chunks.entries()) {
    portal.db.insert(engagementAttachmentChunk).values({ attachmentId: id, position, bytes }).run();
  }
  return id;
}

export const engagementRow = (portal: Portal, id: string) =>
  portal.db.query.engagement.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();

/** The number of attachment chunks in the database, including those without an attachment. */
export const countChunks = ({ db }: Portal) =>
  db.$client.prepare("SELECT count(*) FROM engagement_attachment_chunk").pluck().get();

/** Puts a file into the store as an upload does. @returns the values of a row's file columns */
export async function placeFile({ services: { files } }: Portal, bytes: Buffer) {
  const staging = files.stage();
  await staging.write(bytes);
  const staged = await staging.finish();
  const { sizeBytes, sha256 } = staged;
  return { sizeBytes, sha256, storageKey: await files.place(staged) };
}

/** Inserts a submission with a file in the store. @returns its id */
export async function insertSubmissionWithFile(
  portal: Portal,
  { fileName = "paper.pdf", contentType = "application/pdf", bytes = Buffer.from("%PDF-1.4 a paper") } = {},
  values: Partial<typeof submission.$inferInsert> = {},
): Promise<string> {
  return insertSubmission(portal, { fileName, contentType, ...(await placeFile(portal, bytes)), ...values });
}

/** Inserts a message about a submission: by default of the government, by Alpha's point of contact. @returns its id */
export function insertMessage(
  portal: Portal,
  submissionId: string,
  values: Partial<typeof submissionMessage.$inferInsert> = {},
): string {
  const id = values.id ?? nextId("message");
  const authorId = idOf(values.side === "INDUSTRY" ? "acmeUser" : "poc");
  portal.db
    .insert(submissionMessage)
    .values({ side: "GOVERNMENT", authorId, body: "How far?", createdAt: instant(portal), ...values, id, submissionId })
    .run();
  return id;
}

/** Puts a file into the store and attaches it to a message. @returns the file's id */
export async function insertMessageFile(
  portal: Portal,
  messageId: string,
  { fileName = "range.pdf", contentType = "application/pdf", bytes = Buffer.from("%PDF-1.4 a range") } = {},
): Promise<string> {
  const id = nextId("message-file");
  const placed = await placeFile(portal, bytes);
  portal.db
    .insert(submissionMessageFile)
    .values({ id, messageId, fileName, contentType, ...placed })
    .run();
  return id;
}

/** Inserts an announcement by the command lead. By default it is published. @returns its id */
export function insertAnnouncement(portal: Portal, values: Partial<typeof announcement.$inferInsert> = {}): string {
  const id = values.id ?? nextId("announcement");
  portal.db
    .insert(announcement)
    .values({
      title: "The forum moves to May",
      body: "It takes place in Arlington.",
      authorId: idOf("lead"),
      published: true,
      createdAt: instant(portal),
      publishedAt: values.createdAt ?? instant(portal),
      updatedAt: instant(portal),
      ...values,
      id,
    })
    .run();
  return id;
}

/** Puts a file into the store and attaches it to an announcement. @returns the attachment's id. */
export async function insertAnnouncementFile(
  portal: Portal,
  announcementId: string,
  { fileName = "agenda.pdf", contentType = "application/pdf", bytes = Buffer.from("%PDF-1.4 an agenda") } = {},
): Promise<string> {
  const id = nextId("attachment");
  const placed = await placeFile(portal, bytes);
  const row = { fileName, contentType, ...placed, uploadedBy: idOf("lead"), createdAt: instant(portal) };
  portal.db
    .insert(announcementAttachment)
    .values({ id, announcementId, ...row })
    .run();
  return id;
}

export function setSetting(
  portal: Portal,
  person: PersonKey,
  kind: NotificationKind,
  { enabled = true, techTags = "" } = {},
): void {
  portal.db
    .insert(notificationSetting)
    .values({ userId: idOf(person), kind, enabled, techTags, updatedAt: instant(portal) })
    .run();
}

/** Sets the tags that a government user follows. */
export const setInterests = (portal: Portal, person: PersonKey, techTags: string, enabled = true) =>
  setSetting(portal, person, "SUBMISSION_MATCH", { enabled, techTags });

/** Inserts a notification for a person. By default it is unread. @returns its id */
export function insertNotification(
  portal: Portal,
  person: PersonKey,
  values: Partial<typeof notification.$inferInsert> = {},
): string {
  const id = values.id ?? nextId("notification");
  const row = { kind: "SYSTEM", title: "Something", body: "It happened.", linkUrl: null } as const;
  portal.db
    .insert(notification)
    .values({ ...row, createdAt: instant(portal), ...values, id, userId: idOf(person) })
    .run();
  return id;
}

/** All notifications of a person, oldest first. */
export const notificationsOf = (portal: Portal, person: PersonKey) =>
  portal.db.query.notification
    .findMany({
      where: (row, { eq }) => eq(row.userId, idOf(person)),
      orderBy: (row, { asc }) => asc(row.createdAt),
    })
    .sync();

export const submissionRow = (portal: Portal, id: string) =>
  portal.db.query.submission.findFirst({ where: (row, { eq }) => eq(row.id, id) }).sync();

export const deactivate = (portal: Portal, person: PersonKey) =>
  portal.db
    .update(user)
    .set({ active: false, updatedAt: instant(portal) })
    .where(eq(user.id, idOf(person)))
    .run();

/** Requires a person to change their password, as if someone else had chosen it. */
export const mustRotate = (portal: Portal, person: PersonKey) =>
  portal.db
    .update(user)
    .set({ mustChangePassword: true })
    .where(eq(user.id, idOf(person)))
    .run();

const CHUNK_BYTES = 64 * 1024;

/** A file that arrives in chunks, as over a network. */
function inChunks(bytes: Buffer): Blob {
  const count = Math.ceil(bytes.length / CHUNK_BYTES);
  const chunk = (index: number) => new Uint8Array(bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES));
  return new Blob(Array.from({ length: count }, (_, index) => chunk(index)));
}

/** The fields of a submission's form, with its file. */
export function submissionForm(fields: Record<string, string> = {}, file?: { name: string; bytes: Buffer }): FormData {
  const form = new FormData();
  const all = { type: "WHITE_PAPER", title: "A quiet rotor", summary: "It is quiet, and it turns.", ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  if (file) form.set("file", inChunks(file.bytes), file.name);
  return form;
}

/** A form with several files in one field. */
export function filesForm(...files: { name: string; bytes: Buffer }[]): FormData {
  const form = new FormData();
  for (const { name, bytes } of files) form.append("files", new Blob([new Uint8Array(bytes)]), name);
  return form;
}

/** Inserts a command. By default it is at the top level. @returns its id */
export function insertCommand(portal: Portal, values: Partial<typeof command.$inferInsert> = {}): string {
  const id = values.id ?? nextId("command");
  const { name = `Command ${id}`, abbreviation = id.toUpperCase() } = values;
  portal.db
    .insert(command)
    .values({
      echelon: "Brigade",
      createdAt: instant(portal),
      updatedAt: instant(portal),
      ...values,
      id,
      name,
      nameKey: comparisonKey(name),
      abbreviation,
      abbreviationKey: comparisonKey(abbreviation),
    })
    .run();
  return id;
}

/** @returns the tag's id */
export function insertPresetTag(portal: Portal, label: string, aliases = ""): string {
  const id = nextId("tag");
  portal.db
    .insert(presetTag)
    .values({ id, label, aliases, createdBy: idOf("systemAdmin"), createdAt: instant(portal) })
    .run();
  return id;
}

/** Inserts an organization without people. By default it is a company with status NEW. @returns its id */
export function insertOrganization(portal: Portal, values: Partial<typeof organization.$inferInsert> = {}): string {
  const id = values.id ?? nextId("organization");
  const name = values.name ?? id;
  portal.db
    .insert(organization)
    .values({
      orgType: "COMPANY",
      createdAt: instant(portal),
      updatedAt: instant(portal),
      ...values,
      id,
      name,
      nameKey: comparisonKey(name),
    })
    .run();
  return id;
}

/** Inserts an internal note. By default a POC writes it about Acme. @returns its id */
export function insertDialogueNote(
  portal: Portal,
  values: Partial<typeof organizationDialogueNote.$inferInsert> = {},
): string {
  const id = values.id ?? nextId("note");
  portal.db
    .insert(organizationDialogueNote)
    .values({
      organizationId: ORGANIZATIONS.acme,
      authorId: idOf("poc"),
      body: "They answered right away.",
      createdAt: instant(portal),
      ...values,
      id,
    })
    .run();
  return id;
}

/** Inserts an internal note on a submission. By default a POC writes it. @returns its id */
export function insertReviewNote(
  portal: Portal,
  submissionId: string,
  { mentions = [], ...values }: Partial<typeof reviewNote.$inferInsert> & { mentions?: readonly PersonKey[] } = {},
): string {
  const id = values.id ?? nextId("review-note");
  portal.db
    .insert(reviewNote)
    .values({
      authorId: idOf("poc"),
      body: "Ask about the range.",
      createdAt: instant(portal),
      ...values,
      id,
      submissionId,
    })
    .run();
  for (const person of mentions) {
    portal.db
      .insert(reviewNoteMention)
      .values({ noteId: id, userId: idOf(person) })
      .run();
  }
  return id;
}

/** Inserts someone's opinion of a submission, or the conclusion. @returns its id */
export function insertAssessment(
  portal: Portal,
  submissionId: string,
  author: PersonKey,
  values: Partial<typeof assessment.$inferInsert> = {},
): string {
  const id = values.id ?? nextId("assessment");
  const times = { createdAt: instant(portal), updatedAt: instant(portal) };
  portal.db
    .insert(assessment)
    .values({ isConclusion: false, ...times, ...values, id, submissionId, authorId: idOf(author) })
    .run();
  return id;
}

/** Inserts a further question of assessments, by default one of the agency. @returns its id */
export function insertQuestion(portal: Portal, values: Partial<typeof assessmentQuestion.$inferInsert> = {}): string {
  const id = values.id ?? nextId("question");
  portal.db
    .insert(assessmentQuestion)
    .values({ kind: "TEXT", label: "What is new?", position: 0, createdAt: instant(portal), ...values, id })
    .run();
  return id;
}

/** Records that a person recused themselves from a submission. */
export const recuse = (portal: Portal, submissionId: string, person: PersonKey, reason = "A relative works there.") =>
  portal.db
    .insert(reviewRecusal)
    .values({ submissionId, userId: idOf(person), reason, createdAt: instant(portal) })
    .run();

/** Inserts an open invitation, by default from Acme's administrator. @returns its id and its token */
export function insertInvitation(
  portal: Portal,
  values: Partial<typeof invitation.$inferInsert> = {},
): { id: string; token: string } {
  const id = values.id ?? nextId("invitation");
  const token = `${id}-token`;
  portal.db
    .insert(invitation)
    .values({
      organizationId: ORGANIZATIONS.acme,
      email: `${id}@example.test`,
      industryRole: "INDUSTRY_USER",
      tokenHash: hashToken(token),
      // A member of the organization, because an invitation from anyone else is invalid.
      invitedBy: idOf(values.organizationId === ORGANIZATIONS.borealis ? "borealisAdmin" : "acmeAdmin"),
      expiresAt: instant(portal, 7 * DAY),
      createdAt: instant(portal),
      ...values,
      id,
    })
    .run();
  return { id, token };
}

/** Inserts a good password link for a person, by default made by nobody. @returns its token */
export function insertPasswordLink(
  portal: Portal,
  person: PersonKey,
  values: Partial<typeof accountLink.$inferInsert> = {},
): string {
  const id = nextId("account-link");
  const token = `${id}-token`;
  const row = portal.db.query.user.findFirst({ where: (found) => eq(found.id, idOf(person)) }).sync();
  portal.db
    .insert(accountLink)
    .values({
      tokenHash: hashToken(token),
      id,
      userId: idOf(person),
      purpose: "PASSWORD",
      sessionVersion: row?.sessionVersion ?? 0,
      createdAt: instant(portal),
      expiresAt: instant(portal, HOUR),
      ...values,
    })
    .run();
  return token;
}

/** Links an identity at the sign-in provider to an account. */
export const linkIdentity = (
  portal: Portal,
  person: PersonKey,
  values: Partial<typeof externalIdentity.$inferInsert> = {},
) =>
  portal.db
    .insert(externalIdentity)
    .values({
      ...{ issuer: "https://idp.example", subject: `subject of ${person}`, createdAt: instant(portal) },
      ...{ userId: idOf(person), ...values },
    })
    .run();

export const setIndustryRole = (portal: Portal, person: PersonKey, industryRole: IndustryRole) =>
  portal.db
    .update(user)
    .set({ industryRole })
    .where(eq(user.id, idOf(person)))
    .run();

interface AuditValues extends AuditRecord, Partial<Omit<AuditOrigin, "actor">> {
  as?: PersonKey;
}

/** Appends a row to the audit log as the service does. By default no one is signed in. @returns its id */
export function insertAudit(portal: Portal, event: AuditEventName, { as, ...values }: AuditValues = {}): string {
  const person = as && portal.db.query.user.findFirst({ where: (row, { eq }) => eq(row.id, idOf(as)) }).sync();
  const origin: AuditOrigin = {
    id: nextId("audit"),
    at: instant(portal),
    actor: person ?? null,
    ip: CLIENT_IP,
    userAgent: null,
    requestId: "request",
    ...values,
  };
  immediateTransaction(portal.db, () => appendAudit(portal.db, origin, event, values));
  return origin.id;
}
