import { expect, test } from "vitest";
import type { DocumentSource } from "#db/enumerations";
import { statement } from "#db/open";
import { filesForm, insertAnnouncement, insertEngagement, insertSubmission, submissionForm } from "../support/arrange";
import type { PersonKey } from "../support/cast";
import { pdf } from "../support/files";
import { dataOf, openPortal, type Portal } from "../support/portal";

const NOTICE = /search finds it only by name/g;
const PAPER = { name: "paper.pdf", bytes: pdf() };

type Upload = (portal: Portal) => Promise<string>;

async function send(portal: Portal, as: PersonKey, path: string, multipart: FormData): Promise<string> {
  return dataOf<{ id: string }>(await portal.request(as, "POST", path, { multipart })).id;
}

/** Each place of a file, with what adds one and returns its page. */
const PLACES: readonly [source: DocumentSource, upload: Upload][] = [
  [
    "submission",
    async (portal) =>
      `/gov/submissions/${await send(portal, "acmeUser", "/api/portal/submissions", submissionForm({}, PAPER))}`,
  ],
  [
    "submission_message_file",
    async (portal) => {
      const id = insertSubmission(portal);
      const form = filesForm(PAPER);
      form.set("body", "600 m.");
      await send(portal, "acmeUser", `/api/portal/submissions/${id}/messages`, form);
      return `/gov/submissions/${id}`;
    },
  ],
  [
    "announcement_attachment",
    async (portal) => {
      const id = insertAnnouncement(portal);
      await send(portal, "lead", `/api/gov/announcements/${id}/attachments`, filesForm(PAPER));
      return `/gov/announcements/${id}`;
    },
  ],
  [
    "engagement_attachment",
    async (portal) => {
      const id = insertEngagement(portal);
      await send(portal, "poc", `/api/gov/engagements/${id}/attachments`, filesForm(PAPER));
      return `/gov/engagements/${id}`;
    },
  ],
];

test.each(PLACES)("government's page says of a file that its text was not read: %s", async (source, upload) => {
  const portal = await openPortal();
  const path = await upload(portal);
  const notices = async () => (await portal.request("lead", "GET", path)).text.match(NOTICE)?.length ?? 0;
  expect(await notices()).toBe(0);
  const set = "UPDATE document_text SET status = 'UNREADABLE', failure = 'DAMAGED' WHERE source = ?";
  expect(statement(portal.db, set).run(source).changes).toBe(1);
  expect(await notices()).toBe(1);
});

test("the service's status counts documents that wait, and those that could not be read", async () => {
  const portal = await openPortal();
  for (const _ of [1, 2, 3]) await send(portal, "acmeUser", "/api/portal/submissions", submissionForm({}, PAPER));
  statement(portal.db, "UPDATE document_text SET status = 'UNREADABLE' WHERE rowid = 1").run();
  const status = dataOf<object>(await portal.request("systemAdmin", "GET", "/api/gov/admin/status"));
  expect(status).toMatchObject({ documents: { waiting: 2, unreadable: 1 } });
});
