import { randomBytes } from "node:crypto";
import { v7 as newId } from "uuid";
import type { Database } from "#db/open";
import { call, notificationSetting, organization, user } from "#db/schema";
import { createSession } from "~/domain/session/session.server";
import { readSettings } from "~/settings.server";

const NOW = new Date();
const times = { createdAt: NOW.toISOString(), updatedAt: NOW.toISOString() };

type Writer = Pick<Database, "insert">;

/** A user who cannot sign in by a password; of government unless an organization is given. @returns its id. */
function insertUser(db: Writer, email: string, name: string, organizationId?: string): string {
  const id = newId();
  const standing = organizationId
    ? ({ role: "INDUSTRY", industryRole: "INDUSTRY_USER", organizationId } as const)
    : ({ role: "GOV_ADMIN" } as const);
  db.insert(user)
    .values({ id, email, name, ...standing, passwordHash: "none", ...times })
    .run();
  return id;
}

/** An organization and as many of its people, each with a session. @returns the tokens. */
export function addSubmitters(db: Database, people: number): string[] {
  const organizationId = newId();
  db.insert(organization)
    .values({ id: organizationId, name: "Bench Systems", nameKey: "bench systems", orgType: "COMPANY", ...times })
    .run();
  const settings = readSettings({});
  return Array.from({ length: people }, (_unused, index) => {
    const id = insertUser(db, `bench-${index}@example.com`, `Bench ${index}`, organizationId);
    const client = { ip: "127.0.0.1", userAgent: null };
    return createSession({ db, settings, randomBytes }, { id, sessionVersion: 1 }, client, NOW);
  });
}

/**
 * People of industry with a spread of settings: of each ten, one takes no announcements, three filter them by tags (an
 * announcement carries none, so it reaches them), two have said that they take them, and four have said nothing.
 */
export function addIndustry(db: Database, people: number): void {
  const organizationId = newId();
  db.transaction((tx) => {
    tx.insert(organization)
      .values({ id: organizationId, name: "Bench Industry", nameKey: "bench industry", orgType: "COMPANY", ...times })
      .run();
    for (let index = 0; index < people; index += 1) {
      const id = insertUser(tx, `industry-${index}@example.com`, `Industry ${index}`, organizationId);
      const share = index % 10;
      if (share > 5) continue;
      const setting = { enabled: share !== 0, techTags: share > 2 ? "autonomy,edge computing,sensing" : "" };
      tx.insert(notificationSetting)
        .values({ userId: id, kind: "ANNOUNCEMENT", ...setting, updatedAt: times.updatedAt })
        .run();
    }
  });
}

/** Somebody who may publish. @returns the token of a session. */
export function addPublisher(db: Database): string {
  const id = insertUser(db, "publisher@example.gov", "Publisher");
  const client = { ip: "127.0.0.1", userAgent: null };
  return createSession({ db, settings: readSettings({}), randomBytes }, { id, sessionVersion: 1 }, client, NOW);
}

/** Open calls with texts of a usual length. */
export function addOpenCalls(db: Database, count: number): void {
  const authorId = insertUser(db, "author@example.gov", "Author");
  for (let index = 0; index < count; index += 1) {
    const closesAt = new Date(NOW.getTime() + (index + 1) * 86_400_000).toISOString();
    db.insert(call)
      .values({
        id: newId(),
        title: `Call for technology number ${index}`,
        description: "The office seeks mature technology that can be shown within a year. ".repeat(8),
        techTags: "autonomy,edge computing,sensing",
        status: "OPEN",
        closesAt,
        authorId,
        ...times,
      })
      .run();
  }
}

/** A PDF document of exactly so many bytes, filled by a comment. */
export function pdfOfSize(bytes: number): Buffer {
  const head = Buffer.from("%PDF-1.7\n%");
  const tail = Buffer.from("\ntrailer<</Root 1 0 R>>\n%%EOF\n");
  return Buffer.concat([head, Buffer.alloc(bytes - head.length - tail.length, "x"), tail]);
}

/** A submission's form around a file. */
export function submissionForm(file: Buffer): FormData {
  const form = new FormData();
  form.set("type", "WHITE_PAPER");
  form.set("title", "A paper about autonomy");
  form.set("summary", "What we can do, in a few words.");
  form.set("techTags", "autonomy,sensing");
  form.set("file", new Blob([new Uint8Array(file)], { type: "application/pdf" }), "paper.pdf");
  return form;
}
