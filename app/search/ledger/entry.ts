import { labelOf } from "~/values/labels";
import { tagsOf } from "~/values/tags";
import { tokensOf } from "../query";
import { fold } from "../similarity";
import type { EntrySource, SourceRow } from "./sources.server";

/** The columns of the index `search_ledger`, without `scope`. */
export const TEXT_COLUMNS = ["identifiers", "title", "tags", "names", "place", "body", "internal", "context"] as const;
/** What an entry contains, for the index. */
export type EntryText = Record<(typeof TEXT_COLUMNS)[number], string>;

/** What a deployment adds to the text of records. */
export interface Wording {
  /** The title of an industry or product code; null if this deployment does not know it. */
  titleOfCode(code: string): string | null;
  /** The words by which people look for a day, in the agency's time zone. */
  wordsOfDate(dayOrInstant: string): string;
  /** A place with the names and codes of its state and country. */
  wordsOfPlace(place: {
    text?: string | null;
    city?: string | null;
    state?: string | null;
    country?: string | null;
  }): string;
}

/** Composes what the index has of a record. */
export function entryText(row: SourceRow, { nouns }: EntrySource, wording: Wording): EntryText {
  const codes = listIn(row.codes);
  const identifiers = [...listIn(row.identifiers), ...codes];
  return {
    identifiers: [...identifiers, ...identifiers.flatMap(joinedForms)].join(" "),
    title: row.title,
    tags: row.tags,
    names: row.names,
    place: objectsIn(row.places).map(wording.wordsOfPlace).join(" "),
    body: [row.body, ...codes.map((code) => wording.titleOfCode(code) ?? "")].join(" "),
    internal: row.internal,
    context: [nouns, ...listIn(row.labels).map(labelOf), ...listIn(row.dates).map(wording.wordsOfDate)].join(" "),
  };
}

type Listed = Parameters<Wording["wordsOfPlace"]>[0];
const listIn = (json: string): string[] => (JSON.parse(json) as (string | null)[]).filter((item) => item !== null);
const objectsIn = (json: string): Listed[] => JSON.parse(json) as Listed[];

/**
 * An identifier as people type it without its hyphens, from each of its segments on: OTP-DARS-RFI-0047 is found by
 * "otpdarsrfi0047" and "rfi0047".
 */
function joinedForms(identifier: string): string[] {
  const segments = tokensOf(identifier).map(fold);
  return segments.slice(0, -1).map((_segment, from) => segments.slice(from).join(""));
}

/** Marks the words of `scope`. It is a private-use character, so no query can contain it. */
const MARK = "\ue000";

/** The words of `scope`: what a search can require of an entry besides its text. Each is one token of the index. */
export const SCOPE = {
  type: (type: string) => `${MARK}t${type}`,
  reach: (reach: string) => `${MARK}r${reach.toLowerCase()}`,
  organization: (id: string) => `${MARK}o${plain(id)}`,
  status: (status: string) => `${MARK}s${plain(status)}`,
  tag: (tag: string) => `${MARK}g${Buffer.from(tag).toString("hex")}`,
  command: (id: string) => `${MARK}c${plain(id)}`,
  year: (year: string) => `${MARK}y${year}`,
} as const;

const plain = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, "");

type Scoped = Pick<SourceRow, "reach" | "organizationId" | "status" | "tags" | "commandId" | "date">;

/** Everything that a search can require of an entry, as the text of its column. */
export function scopeText({ reach, organizationId, status, tags, commandId, date }: Scoped, type: string): string {
  return [
    SCOPE.type(type),
    SCOPE.reach(reach),
    ...(organizationId === null ? [] : [SCOPE.organization(organizationId)]),
    ...(status === null ? [] : [SCOPE.status(status)]),
    ...(commandId === null ? [] : [SCOPE.command(commandId)]),
    ...(date === null ? [] : [SCOPE.year(date.slice(0, 4))]),
    ...tagsOf(tags).map(SCOPE.tag),
  ].join(" ");
}
