import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closeDatabase } from "#db/open";
import { seedDemonstration } from "~/demo/seed";
import { documentOf, SUBMISSIONS } from "~/demo/submissions";
import { readWaiting } from "~/domain/document-text/read-waiting.server";
import type { Services } from "~/operations/services";
import { createSession } from "~/operations/session.server";
import { readSettings } from "~/settings.server";
import { createFetchHandler } from "~/web/fetch-handler.server";
import { createLog, openServices } from "~/web/transport/services.server";
import { dispatchers } from "../../support/dispatchers";
import { openDocumentReader } from "../../support/document-reader";
import { unescaped, withoutScripts } from "../../support/markup";
import { CLIENT_IP, HOST, readResponse } from "../../support/portal";
import type { Audience, Question, RecordType, Wanted } from "./question";

/** How many results of the page count. */
const FIRST = 3;
/** Where each audience searches. */
const PAGES: Readonly<Record<Audience, string>> = { government: "/gov/search", company: "/search", public: "/search" };

/** What the page showed for a question. */
export interface Answer {
  question: Question;
  status: number;
  /** The first results in the order of the page, as `type: title`. */
  first: readonly string[];
  /** How many results the page has. */
  count: number;
  isRight: boolean;
}

export interface Demonstration {
  ask(question: Question): Promise<Answer>;
  /** The names of the records that answer a question. @throws if a wanted record does not exist, or is ambiguous */
  accepted(question: Question): string[];
  close(): void;
}

interface LedgerRecord {
  type: RecordType;
  id: string;
  title: string;
  /** Separated by commas. */
  tags: string;
}

const RECORDS = `
  SELECT 'organization' AS type, id, name AS title, tech_tags AS tags FROM organization
  UNION ALL SELECT 'submission', id, title, tech_tags || ',' || government_tags FROM submission
  UNION ALL SELECT 'engagement', id, title, '' FROM engagement
  UNION ALL SELECT 'call', id, title, tech_tags FROM call
  UNION ALL SELECT 'announcement', id, title, '' FROM announcement
  UNION ALL SELECT 'person', id, name, '' FROM user
  UNION ALL SELECT 'command', id, name, '' FROM command
  UNION ALL SELECT 'tag', id, label, label FROM preset_tag`;

/** Seeds the demonstration at a moment, and opens its pages then to everyone who asks. */
export async function openDemonstration(now: Date): Promise<Demonstration> {
  const folder = mkdtempSync(join(tmpdir(), "portal-asked-"));
  const settings = readSettings({
    DATABASE_PATH: join(folder, "ledger.sqlite"),
    UPLOADS_DIR: join(folder, "uploads"),
    NAICS_CODES: "app/demo/tables/naics-2022.csv",
    PSC_CODES: "app/demo/tables/psc-2024.csv",
    LOG_LEVEL: "silent",
  });
  await seedDemonstration(settings, now);
  // Each question comes two seconds after the one before, to stay under the limits.
  let asked = 0;
  const clock = () => new Date(now.getTime() + 2000 * asked);
  const services = { ...(await openServices(settings, createLog(settings))), clock };
  // The text of the files, as the server reads it in the background.
  const reader = await openDocumentReader({}, () => undefined);
  await readWaiting(services, reader);
  reader.close();
  const handler = createFetchHandler(dispatchers, services);
  const records = services.db.$client.prepare(RECORDS).all() as LedgerRecord[];
  const cookies = new Map<string, string>();
  const cookieOf = (email: string) => {
    const cookie = cookies.get(email) ?? `session=${sessionOf(services, email)}`;
    cookies.set(email, cookie);
    return cookie;
  };
  const accepted = ({ accept }: Question) => [...new Set(accept.flatMap((wanted) => namesOf(records, wanted)))];

  return {
    accepted,
    async ask(question) {
      asked += 1;
      const headers = new Headers({ host: HOST });
      if (question.as !== null) headers.set("cookie", cookieOf(question.as));
      const path = `${PAGES[question.audience]}?${new URLSearchParams({ q: question.question })}`;
      const request = new Request(`http://${HOST}${path}`, { headers, redirect: "manual" });
      const { status, text } = await readResponse(await handler(Object.assign(request, { ip: CLIENT_IP })));
      const results = status === 200 ? resultsOf(text, records) : [];
      const first = results.slice(0, FIRST);
      const right = accepted(question);
      const isRight = right.length === 0 ? results.length === 0 : first.some((result) => right.includes(result));
      return { question, status, first, count: results.length, isRight: status === 200 && isRight };
    },
    close() {
      closeDatabase(services.db);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function sessionOf(services: Services, email: string): string {
  const user = services.db.query.user.findFirst({ where: (row, { eq }) => eq(row.email, email) }).sync();
  if (!user) throw new Error(`The demonstration has no ${email}`);
  return createSession(services, user, { ip: CLIENT_IP, userAgent: null }, services.clock());
}

const nameOf = ({ type, title }: Pick<LedgerRecord, "type" | "title">) => `${type}: ${title}`;
const hasTag = ({ tags }: LedgerRecord, tag: string) => tags.split(",").some((label) => label.trim() === tag);

function namesOf(records: readonly LedgerRecord[], wanted: Wanted): string[] {
  if (wanted.type === "tagged") {
    const found = records.filter((record) => hasTag(record, wanted.tag)).map(nameOf);
    if (found.length === 0) throw new Error(`Nothing has the tag ${wanted.tag}`);
    return found;
  }
  if (wanted.type === "written") {
    const found = SUBMISSIONS.filter((submission) => submission.file && textOf(submission).includes(wanted.sentence));
    if (found.length === 0) throw new Error(`No file has the sentence ${wanted.sentence}`);
    return found.map(({ title }) => nameOf({ type: "submission", title }));
  }
  const found = records.filter(({ type, title }) => type === wanted.type && title.startsWith(wanted.title));
  if (found.length !== 1) throw new Error(`${found.length} records are ${wanted.type} "${wanted.title}"`);
  return found.map(nameOf);
}

function textOf(submission: (typeof SUBMISSIONS)[number]): string {
  const { sections } = documentOf(submission, new Date(0));
  return sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs]).join(" ");
}

/**
 * The results of a page in its order, by where their link leads. A link below a record counts as the record. A link that
 * leads to a list filtered by a tag counts as the tag.
 */
function resultsOf(html: string, records: readonly LedgerRecord[]): string[] {
  const main = withoutScripts(html.slice(html.indexOf("<main"), html.indexOf("</main>")));
  // Items hold lists of their own, their tags.
  const items = main.split(/<li class="usa-collection__item"/).slice(1);
  const links = items.flatMap((item) => item.match(/<h3[^>]*>[\s\S]*?<a[^>]* href="([^"]*)"/)?.slice(1) ?? []);
  return links.map((href) => destinationOf(unescaped(href), records));
}

function destinationOf(href: string, records: readonly LedgerRecord[]): string {
  const { pathname, searchParams } = new URL(href, `http://${HOST}`);
  const parts = [...pathname.split("/"), ...searchParams.values()];
  const byId = parts.flatMap((part) => records.filter(({ id }) => id === part)).at(0);
  const tag = searchParams.get("tag") ?? searchParams.get("techTags");
  if (byId) return nameOf(byId);
  return tag === null ? href : nameOf({ type: "tag", title: tag });
}
