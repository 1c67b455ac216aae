import fc from "fast-check";
import { expect, test } from "vitest";
import { reachThrough } from "~/policy/policy";
import type { ApiDocument, DescribedOperation } from "~/web/openapi/types";
import {
  insertAnnouncement,
  insertAnnouncementFile,
  insertCall,
  insertCommand,
  insertEngagement,
  insertEngagementAttachment,
  insertInvitation,
  insertMessage,
  insertMessageFile,
  insertNotification,
  insertPresetTag,
  insertSubmissionWithFile,
} from "../support/arrange";
import { emailOf, PASSWORD, PEOPLE, type PersonKey, standingOf } from "../support/cast";
import { documentOf } from "../support/documented";
import { docx, pdf, png, text } from "../support/files";
import { HOUR, openPortal, type Portal, type RequestOptions } from "../support/portal";
import { SEED, timeoutOf, times } from "../support/properties";
import { declaredEndpoints } from "../support/routes";
import { invalid, type Schema, valid } from "../support/schema-arbitrary";

/*
 * A random walk over the API document by every kind of caller: requests made from its schemas, valid and invalid, one
 * after another on one portal. `portal.request` checks each response against the document. Here none may be a 500.
 */

const REQUESTS = times(3000);

/** What a test sends. The ids of records are placeholders that are filled when it is sent. */
interface Step {
  as: PersonKey | null;
  template: string;
  method: string;
  path: Record<string, unknown>;
  query: [name: string, value: unknown][];
  send: Sent;
}

type Sent =
  | { kind: "none" }
  | { kind: "json"; value: unknown }
  | { kind: "raw"; text: string; contentType: string }
  | { kind: "multipart"; fields: Record<string, unknown>; fileField: string; files: { name: string; bytes: Buffer }[] };

/** Where the ids of each noun are. */
const TABLES: Record<string, string> = {
  organizations: "organization",
  commands: "command",
  calls: "call",
  users: "user",
  accounts: "user",
  opinions: "user",
  "industry-users": "user",
  outbox: "outbox",
  announcements: "announcement",
  engagements: "engagement",
  submissions: "submission",
  "saved-views": "saved_view",
  "saved-searches": "saved_search",
  tags: "preset_tag",
  invitations: "invitation",
  notifications: "notification",
  messages: "submission_message",
  files: "submission_message_file",
  "announcement-attachments": "announcement_attachment",
  "engagement-attachments": "engagement_attachment",
};

/** A placeholder for the id of a record that exists when the request is sent. */
const ID_PLACE = /«([\w-]+):(\d+)»/g;
const idOfSome = (noun: string) => fc.nat(50).map((number) => `«${noun}:${number}»`);

const MEMBERS: Record<string, fc.Arbitrary<string>> = {
  organizationId: idOfSome("organizations"),
  organizationIds: idOfSome("organizations"),
  commandId: idOfSome("commands"),
  parentId: idOfSome("commands"),
  callId: idOfSome("calls"),
  userId: idOfSome("users"),
  ownerId: idOfSome("users"),
  ids: idOfSome("submissions"),
  mentions: idOfSome("users"),
  attendeeIds: idOfSome("users"),
  tag: fc.stringMatching(/^[a-z]{1,9}$/),
  authorId: idOfSome("users"),
  email: fc.oneof(fc.constantFrom(...PEOPLE.map(emailOf)), fc.stringMatching(/^[a-z]{1,9}@[a-z]{2,9}\.example$/)),
  password: fc.constant(PASSWORD),
  currentPassword: fc.constant(PASSWORD),
  newPassword: fc.stringMatching(/^Longer-Passw0rd-[a-z]{4,20}$/),
};
const knownMember = (name: string) => MEMBERS[name];

/** The noun of a path's parameter: `id` of /api/gov/calls/{id} is a call's. */
function knownParameter(template: string, name: string): fc.Arbitrary<string> {
  const [before = ""] = template.split(`/{${name}}`);
  const noun = before.split("/").at(-1) ?? "";
  const owner = template.includes("announcements") ? "announcement" : "engagement";
  return idOfSome(noun === "attachments" ? `${owner}-attachments` : noun);
}

const GOOD_FILES = [
  { name: "statement.pdf", bytes: pdf() },
  { name: "paper.docx", bytes: docx() },
  { name: "notes.txt", bytes: text() },
];
const FILES: fc.Arbitrary<{ name: string; bytes: Buffer }> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...GOOD_FILES) },
  fc.constantFrom(
    { name: "plot.png", bytes: png() },
    { name: "liar.pdf", bytes: png() },
    { name: "empty.pdf", bytes: Buffer.alloc(0) },
    { name: "..\\..\\evil.exe", bytes: Buffer.from("MZ") },
  ),
  fc.record({
    name: fc.string({ maxLength: 300 }),
    bytes: fc.uint8Array({ maxLength: 200 }).map((it) => Buffer.from(it)),
  }),
);

function bodyOf(operation: DescribedOperation): fc.Arbitrary<Sent> {
  const content = operation.requestBody?.content;
  if (!content) return fc.constant({ kind: "none" });
  const broken: fc.Arbitrary<Sent> = fc.record({
    kind: fc.constant("raw"),
    text: fc.oneof(fc.constantFrom("", "{", "null", "[]", '"', '{"a":"\\ud800"}', "a=b", "--x\r\n"), fc.string()),
    contentType: fc.constantFrom(
      "application/json",
      "text/plain",
      "multipart/form-data; boundary=x",
      "multipart/form-data",
      "x",
    ),
  });
  const json = content["application/json"]?.schema as Schema | undefined;
  if (json) {
    return fc.oneof(
      { weight: 6, arbitrary: valid(json, knownMember).map((value): Sent => ({ kind: "json", value })) },
      { weight: 4, arbitrary: invalid(json, knownMember).map((value): Sent => ({ kind: "json", value })) },
      { weight: 1, arbitrary: broken },
    );
  }
  const form = content["multipart/form-data"];
  const fileField = Object.keys(form?.encoding ?? {})[0] ?? "file";
  const { properties = {}, required = [] } = (form?.schema ?? {}) as Schema;
  const fields: Schema = {
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => name !== fileField)),
    required: required.filter((name) => name !== fileField),
  };
  const multipart = (made: fc.Arbitrary<unknown>): fc.Arbitrary<Sent> =>
    fc.record({
      kind: fc.constant("multipart"),
      fields: made as fc.Arbitrary<Record<string, unknown>>,
      fileField: fc.constant(fileField),
      files: fc.array(FILES, { maxLength: 3 }),
    });
  return fc.oneof(
    { weight: 6, arbitrary: multipart(valid(fields, knownMember)) },
    { weight: 3, arbitrary: multipart(invalid(fields, knownMember)) },
    { weight: 1, arbitrary: broken },
  );
}

/** The people whom a method's gate admits. */
function passing(template: string, method: string): (PersonKey | null)[] {
  const path = template.slice(1).replace(/\{(\w+)\}/g, ":$1");
  const declared = declaredEndpoints.find((one) => one.path === path && one.method === method.toUpperCase());
  const gate = declared?.endpoint.gate ?? "public";
  return gate === "public" ? [null, ...PEOPLE] : PEOPLE.filter((person) => reachThrough(gate, standingOf(person)));
}

function stepOf(template: string, method: string, operation: DescribedOperation): fc.Arbitrary<Step> {
  const parameters = operation.parameters ?? [];
  const schemaOf = (place: string): Schema => {
    const named = parameters.filter((parameter) => parameter.in === place);
    return {
      type: "object",
      properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema as Schema])),
      required: named.filter(({ required }) => required).map(({ name }) => name),
    };
  };
  const query = schemaOf("query");
  return fc.record({
    as: fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<PersonKey | null>(...passing(template, method)) },
      { weight: 3, arbitrary: fc.constantFrom(...PEOPLE) },
      { weight: 1, arbitrary: fc.constant(null) },
    ),
    template: fc.constant(template),
    method: fc.constant(method.toUpperCase()),
    path: valid(schemaOf("path"), (name) => knownParameter(template, name)) as fc.Arbitrary<Record<string, unknown>>,
    query: fc
      .oneof({ weight: 3, arbitrary: valid(query, knownMember) }, { weight: 1, arbitrary: invalid(query, knownMember) })
      .map((value) => (typeof value === "object" && value !== null ? Object.entries(value) : [])),
    send: bodyOf(operation),
  });
}

const stepsOf = ({ paths }: ApiDocument) =>
  fc.oneof(
    ...Object.entries(paths).flatMap(([template, methods]) =>
      Object.entries(methods).map(([method, operation]) => stepOf(template, method, operation)),
    ),
  );

/** Replaces the placeholders with ids of records that exist. */
function filled(portal: Portal, value: string): string {
  return value.replace(ID_PLACE, (_place, noun: string, number: string) => {
    const table = TABLES[noun];
    const ids = table
      ? portal.db.$client.prepare<[], { id: string }>(`SELECT id FROM "${table}" ORDER BY id`).all()
      : [];
    return ids[Number(number) % Math.max(1, ids.length)]?.id ?? "none";
  });
}

const asText = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Text that can be part of an address. */
const encoded = (portal: Portal, value: unknown) => encodeURIComponent(filled(portal, asText(value)).toWellFormed());

/** Requests most attachments and files of messages under their own record, so that not all of them are missing. */
function withOwner(portal: Portal, path: Record<string, unknown>): Record<string, unknown> {
  const attachmentId = filled(portal, asText(path.attachmentId ?? ""));
  for (const owner of ["announcement", "engagement"]) {
    const found = portal.db.$client
      .prepare<[string], { id: string }>(`SELECT ${owner}_id AS id FROM ${owner}_attachment WHERE id = ?`)
      .get(attachmentId);
    if (found) return { ...found, attachmentId };
  }
  if (path.fileId !== undefined) {
    const fileId = filled(portal, asText(path.fileId));
    const found = portal.db.$client
      .prepare<[string], { id: string; messageId: string }>(
        `SELECT submission_id AS id, message.id AS messageId FROM submission_message_file AS file
         JOIN submission_message AS message ON message.id = file.message_id WHERE file.id = ?`,
      )
      .get(fileId);
    if (found) return { ...found, fileId };
  }
  return path;
}

/** A path segment that is not empty and not only dots: clients and servers remove those. */
const segment = (text: string) => (/^\.{0,2}$/.test(text) ? "none" : text);

function optionsOf(portal: Portal, send: Sent): RequestOptions {
  switch (send.kind) {
    case "none":
      return {};
    case "json": {
      // Lone surrogates are written as escapes, as a careless program would.
      const raw = filled(portal, JSON.stringify(send.value) ?? "null");
      return { raw, headers: { "content-type": "application/json" } };
    }
    case "raw":
      return { raw: send.text.toWellFormed(), headers: { "content-type": send.contentType } };
    case "multipart": {
      const multipart = new FormData();
      const fields = typeof send.fields === "object" && send.fields !== null ? send.fields : {};
      for (const [name, value] of Object.entries(fields)) multipart.append(name, filled(portal, asText(value)));
      for (const { name, bytes } of send.files)
        multipart.append(send.fileField, new Blob([new Uint8Array(bytes)]), name);
      return { multipart };
    }
  }
}

async function furnish(portal: Portal): Promise<void> {
  // Some of these are soon deleted.
  for (let number = 0; number < 6; number += 1) {
    await insertAnnouncementFile(portal, insertAnnouncement(portal));
    insertEngagementAttachment(portal, insertEngagement(portal));
  }
  for (const status of ["OPEN", "DRAFT", "CLOSED"] as const) insertCall(portal, { status });
  for (let number = 0; number < 3; number += 1) {
    const submission = await insertSubmissionWithFile(portal);
    await insertMessageFile(portal, insertMessage(portal, submission));
    insertCommand(portal);
    insertPresetTag(portal, `tag ${number}`);
    insertInvitation(portal, { email: `guest${number}@example.test` });
    for (const person of PEOPLE) insertNotification(portal, person);
  }
}

/** Operations that need a token, a setting or a factor that this portal does not have. */
const UNLIKELY: ReadonlySet<string> = new Set([
  "POST /api/portal/invitations/accept",
  "POST /api/account/password-link/use",
  "POST /api/account/password-link",
  "POST /api/accounts/{id}/identity-link",
  "DELETE /api/accounts/{id}/identity",
  "DELETE /api/accounts/{id}/second-factor",
  "DELETE /api/accounts/{id}/sessions/{sessionId}",
  "GET /api/feeds/personal/{token}/calendar.ics",
  "GET /api/feeds/personal/{token}/notifications.atom",
  "DELETE /api/gov/submissions/{id}/opinions/{userId}",
  "PUT /api/gov/submissions/{id}/conclusion",
  "POST /api/gov/admin/outbox/retry",
  "POST /api/gov/admin/outbox/{id}/retry",
]);

test(`${REQUESTS} requests made from the document get no 500 and no undocumented status`, {
  timeout: timeoutOf(300),
}, async ({ task }) => {
  const portal = await openPortal({ DEMO_LOCK_CREDENTIALS: "false" });
  await furnish(portal);
  const document = documentOf(portal.services.settings);
  const outcomes = new Map<string, Set<number>>();
  let sent = 0;

  const takeStep = async ({ as, template, method, path, query, send }: Step): Promise<void> => {
    // Reset the limits and sessions, so that the walk does not see only refusals.
    if (sent % 25 === 0) portal.advance(HOUR);
    portal.newSessions();
    sent += 1;
    const named = withOwner(portal, path);
    const address = template.replace(/\{(\w+)\}/g, (_part, name: string) => segment(encoded(portal, named[name])));
    const search = query.map(([name, value]) => `${encodeURIComponent(name.toWellFormed())}=${encoded(portal, value)}`);
    const target = search.length > 0 ? `${address}?${search.join("&")}` : address;
    const { status } = await portal.request(as, method, target, optionsOf(portal, send));
    const key = `${method} ${template}`;
    outcomes.set(key, (outcomes.get(key) ?? new Set()).add(status));
    expect(status, `${method} ${target}`).toBeLessThan(500);
  };

  await fc.assert(fc.asyncProperty(stepsOf(document), takeStep), {
    numRuns: REQUESTS,
    seed: SEED,
    // Each request depends on the ones before, so fast-check could not shrink a failure.
    endOnFailure: true,
  });

  expect(sent).toBe(REQUESTS);
  task.meta.cases = sent;
  const operations = Object.values(document.paths).flatMap((methods) => Object.keys(methods)).length;
  expect(outcomes.size, "every operation was asked").toBe(operations);
  const likely = [...outcomes].filter(([key]) => !UNLIKELY.has(key));
  const succeeded = likely.filter(([, statuses]) => statuses.has(200) || statuses.has(201));
  expect(succeeded.length / likely.length, "most of them also did what they are for").toBeGreaterThan(0.9);
  expect(portal.log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
});
