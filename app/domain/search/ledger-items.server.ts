import type { CallStatus, EntryType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { type Actor, reachThrough } from "~/policy/policy";
import { readPages } from "~/storage/document-text/pages.server";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS } from "~/values/limits";
import { tagsOf } from "~/values/tags";
import { partsOf } from "../../search/ledger/file-parts";
import type { FoundEntry } from "../../search/ledger/find.server";
import type { LedgerReader } from "../../search/ledger/request.server";
import { documentSourceOf, readSource, type SourceRow } from "../../search/ledger/sources.server";
import type { Marking } from "../../search/marks";
import { shownStatus } from "../call/rules";
import { SEARCH_PAGES } from "./addresses";
import { readableNow } from "./reader.server";
import { densestSnippet } from "./snippet";

/** A result of the ledger's search, as pages show it. */
export interface LedgerItem {
  type: EntryType;
  /** The kind of record: its table. */
  source: string;
  id: string;
  title: string;
  /** At most 160 characters. */
  snippet: string;
  /** The record's page, or that of the record that it belongs to. */
  url: string;
  meta: {
    status?: string;
    organization?: string;
    command?: string;
    /** An instant, or a day without a time. */
    date?: string;
    tags?: string[];
    /** Of a file: where the words are, from 1. */
    page?: number;
  };
}

interface Viewer {
  reader: LedgerReader;
  actor: Pick<Actor, "role" | "industryRole"> | null;
  now: Date;
}

/**
 * Describes found entries, in the same order, with turns for other requests. Leaves out those that the viewer
 * cannot read anymore.
 */
export async function itemsOf(
  db: Database,
  entries: readonly FoundEntry[],
  marking: Marking,
  viewer: Viewer,
): Promise<LedgerItem[]> {
  const rows = rowsOf(db, entries, viewer);
  const commands = commandNames(
    db,
    [...rows.values()].flatMap(({ commandId }) => commandId ?? []),
  );
  const yieldIfDue = yieldDuringLongTask();
  const items: LedgerItem[] = [];
  for (const entry of entries) {
    // A snippet of a long text takes milliseconds.
    await yieldIfDue();
    const { source, sourceId, type } = entry;
    const row = rows.get(`${source} ${sourceId}`);
    const shape = SHAPES[source];
    const head = row && headOf(source, row, viewer);
    if (!row || !shape || !head) continue;
    const { status, commandId, date, tags } = row;
    const command = commandId === null ? undefined : commands.get(commandId);
    const { snippet, page } = excerpt(db, entry, row, { ...shape, source }, marking, viewer);
    items.push({
      type,
      source,
      id: sourceId,
      ...head,
      snippet,
      meta: {
        ...(status === null ? {} : { status: shape.status?.(row, viewer.now) ?? status }),
        ...(row.parentTitle !== null && shape.showsParent ? { organization: row.parentTitle } : {}),
        ...(command === undefined ? {} : { command }),
        ...(date === null || !shape.showsDate?.(row) ? {} : { date }),
        ...(tags === "" ? {} : { tags: tagsOf(tags) }),
        ...(page === undefined ? {} : { page }),
      },
    });
  }
  return items;
}

/** The titles and links of found entries, in the same order. Leaves out those that the viewer cannot read anymore. */
export function linksOf(
  db: Database,
  entries: readonly FoundEntry[],
  viewer: Viewer,
): Pick<LedgerItem, "source" | "id" | "title" | "url">[] {
  const rows = rowsOf(db, entries, viewer);
  return entries.flatMap(({ source, sourceId }) => {
    const row = rows.get(`${source} ${sourceId}`);
    const head = row && headOf(source, row, viewer);
    return head ? [{ source, id: sourceId, ...head }] : [];
  });
}

/** What a record is called now, and its page. Null for a source without a page. */
export function headOf(source: string, row: SourceRow, viewer: Viewer): Pick<LedgerItem, "title" | "url"> | null {
  const shape = SHAPES[source];
  return shape ? { title: shape.title?.(row) ?? row.title, url: shape.url(row, viewer) } : null;
}

/**
 * The current rows of entries, by source and id, of those that the viewer may read now. It checks that again, in the same turn
 * as it reads them: since the search found an entry, its record may have been withdrawn and rewritten.
 */
export function rowsOf(
  db: Database,
  entries: readonly FoundEntry[],
  { reader, now }: Pick<Viewer, "reader" | "now">,
): Map<string, SourceRow> {
  const rows = new Map<string, SourceRow>();
  const readable = reader.isGovernment ? entries : readableNow(db, entries, reader, now);
  for (const source of new Set(readable.map((entry) => entry.source))) {
    const ids = readable.filter((entry) => entry.source === source).map(({ sourceId }) => sourceId);
    for (const row of readSource(db, source, ids)) rows.set(`${source} ${row.sourceId}`, row);
  }
  return rows;
}

/** The abbreviations of commands by id. */
export function commandNames(db: Database, ids: readonly string[]): Map<string, string> {
  const found = statement<{ id: string; abbreviation: string }>(
    db,
    "SELECT id, abbreviation FROM command WHERE id IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(ids));
  return new Map(found.map(({ id, abbreviation }) => [id, abbreviation]));
}

/** How a kind of record looks among the results. */
interface Shape {
  title?: (row: SourceRow) => string;
  url: (row: SourceRow, viewer: Viewer) => string;
  status?: (row: SourceRow, now: Date) => string;
  /** The names of its identifiers, in their order. */
  identifiers?: readonly string[];
  /** Whether its date says what the page says it does. */
  showsDate?: (row: SourceRow) => boolean;
  showsParent?: true;
}

const government = (folder: string) => (row: SourceRow) => `/gov/${folder}/${row.sourceId}`;
const ofSubmission = ({ parentId }: SourceRow, { reader }: Viewer) =>
  `/${reader.isGovernment ? "gov" : "portal"}/submissions/${parentId}`;
const always = () => true;
const about = (kind: string) => (row: SourceRow) => `${kind} ${row.parentTitle ?? ""}`;

const SHAPES: Readonly<Record<string, Shape>> = {
  organization: { url: government("organizations"), identifiers: ["UEI", "CAGE", "DUNS"] },
  submission: {
    url: (row, { reader }) => `/${reader.isGovernment ? "gov" : "portal"}/submissions/${row.sourceId}`,
    showsDate: always,
    showsParent: true,
  },
  engagement: { url: government("engagements"), showsDate: always, showsParent: true },
  call: {
    url: (row, { reader }) => `${reader.isGovernment ? "/gov" : ""}/calls/${row.sourceId}`,
    status: callStatus,
    identifiers: ["Solicitation number"],
    showsDate: hasDeadline,
  },
  announcement: {
    url: (row, { reader }) => `${reader.isGovernment ? "/gov" : ""}/announcements/${row.sourceId}`,
    showsDate: always,
  },
  user: { url: personUrl, showsParent: true },
  command: { url: (row) => `/gov/admin/commands/${row.sourceId}`, identifiers: ["Abbreviation"] },
  preset_tag: { url: (row) => `/gov/submissions?${new URLSearchParams({ tag: row.title })}` },
  engagement_note: {
    title: about("Note on"),
    url: (row) => `/gov/engagements/${row.parentId}`,
    showsDate: always,
  },
  organization_dialogue_note: {
    title: about("Internal note about"),
    url: (row) => `/gov/organizations/${row.parentId}`,
    showsDate: always,
  },
  review_note: { title: about("Review note on"), url: (row) => `/gov/submissions/${row.parentId}`, showsDate: always },
  submission_message: {
    title: about("Message about"),
    url: ofSubmission,
    showsDate: always,
  },
  "file:submission": { url: ofSubmission, showsDate: always, showsParent: true },
  "file:submission_message_file": { url: ofSubmission, showsDate: always, showsParent: true },
  "file:announcement_attachment": {
    url: (row, { reader }) => `${reader.isGovernment ? "/gov" : ""}/announcements/${row.parentId}`,
    showsDate: always,
    showsParent: true,
  },
  "file:engagement_attachment": {
    url: (row) => `/gov/engagements/${row.parentId}`,
    showsDate: always,
    showsParent: true,
  },
};

/** An account's page if the reader administers accounts. Else a company's record, or what mentions the person. */
function personUrl({ sourceId, organizationId, title }: SourceRow, { actor }: Viewer): string {
  if (organizationId !== null) return `/gov/organizations/${organizationId}`;
  if (actor && reachThrough("admin tier", actor)) return `/gov/admin/users/${sourceId}`;
  return `${SEARCH_PAGES.government}?${new URLSearchParams({ q: `"${title}"`, types: "engagement" })}`;
}

/** When a call closes and is released. */
const timesOf = ({ dates }: SourceRow) => JSON.parse(dates) as [closesAt: string | null, releasesAt: string | null];

/** A call's date is its deadline, or when it was written if it has none. */
function hasDeadline(row: SourceRow): boolean {
  return timesOf(row)[0] !== null;
}

function callStatus({ status, ...row }: SourceRow, now: Date): string {
  const [closesAt, releasesAt] = timesOf({ status, ...row });
  return shownStatus({ status: status as CallStatus, closesAt, releasesAt }, now);
}

/** The text around the words, and in a file the page that has most of them. */
function excerpt(
  db: Database,
  { part }: FoundEntry,
  row: SourceRow,
  { identifiers, source }: Shape & { source: string },
  marking: Marking,
  { reader }: Viewer,
): { snippet: string; page?: number } {
  const documentSource = documentSourceOf(source);
  const pages = documentSource === null ? null : readPages(db, documentSource, row.sourceId);
  const pieces = pages === null ? [] : (partsOf(pages)[part] ?? []);
  if (pieces.length === 0) return { snippet: bestOf(textsOf(row, identifiers, reader), marking).snippet };
  const found = pieces.map(({ page, text }) => ({ page, ...densestSnippet(text, marking) }));
  const [first] = found.sort((one, other) => other.matches - one.matches || one.page - other.page);
  return { snippet: first?.snippet ?? "", ...(pages === null || pages.length < 2 ? {} : { page: first?.page }) };
}

/** The snippet with the most different words of the query, of the earliest text that has as many. */
function bestOf(texts: readonly string[], marking: Marking): { snippet: string; matches: number } {
  const found = texts.filter((text) => text !== "").map((text) => densestSnippet(text, marking));
  return found.reduce(
    (best, next) => (next.matches > best.matches ? next : best),
    found[0] ?? { snippet: "", matches: 0 },
  );
}

/** The texts for the snippet, the most telling first. */
function textsOf(row: SourceRow, identifiers: readonly string[] = [], { isGovernment }: LedgerReader): string[] {
  const values = JSON.parse(row.identifiers) as (string | null)[];
  const named = values.flatMap((value, place) =>
    value === null ? [] : [`${identifiers[place] ?? ""} ${value}`.trim()],
  );
  const codes = (JSON.parse(row.codes) as (string | null)[]).filter((code) => code !== null);
  const places = (JSON.parse(row.places) as Record<string, string | null>[])
    .map((place) => Object.values(place).filter(Boolean).join(", "))
    .filter((place) => place !== "");
  return [row.body, ...(isGovernment ? [row.internal] : []), [...named, ...codes].join(", "), row.names, ...places].map(
    (text) => text.slice(0, LIMITS.searchTextCharacters),
  );
}
