import { hash } from "node:crypto";
import { isUnchangedSince, shownSecond } from "~/lists/feed/modification";
import type { PageLinks, Versioned } from "~/operations/versioned";
import packageInformation from "../../../package.json";

/** HTTP validators of a version (RFC 9110, 8.8). */
interface Validators {
  etag: string;
  /** A second that no other version has, in milliseconds. It may be in the future. Null if there is none. */
  modifiedAt: number | null;
}

/**
 * The validators of a response. They include the program's version, because a new one may write the same content differently.
 * @param headers identifies the response's lasting headers. A cache that asks with the tag may keep the headers that it has
 *   stored, so without them a change of only headers would not reach anyone behind the cache
 */
export function validatorsOf(
  { version, modifiedAt }: Pick<Versioned<unknown>, "version" | "modifiedAt">,
  headers: string,
): Validators {
  return {
    etag: `"${hash("sha256", `${packageInformation.version} ${headers} ${version}`, "base64url")}"`,
    modifiedAt,
  };
}

/** The headers that let the next request ask for changes only. */
export function validatorHeaders({ etag, modifiedAt }: Validators, now: number): [name: string, value: string][] {
  if (modifiedAt === null) return [["etag", etag]];
  return [
    ["etag", etag],
    ["last-modified", new Date(shownSecond(modifiedAt, now)).toUTCString()],
  ];
}

/** Whether the client already has this version: by its tags, or by its date if it sends no tags (RFC 9110, 13.2.2). */
export function isNotModified(headers: Headers, { etag, modifiedAt }: Validators, now: number): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return namesTag(tags, etag);
  const since = headers.get("if-modified-since");
  return since !== null && modifiedAt !== null && isUnchangedSince(parseHttpDate(since), modifiedAt, now);
}

/** Whether the client already has the content with this tag. */
export function hasCurrentTag(headers: Headers, etag: string): boolean {
  const tags = headers.get("if-none-match");
  return tags !== null && namesTag(tags, etag);
}

/** A compressed form has a tag of its own (RFC 9110, 8.8.3.3): that of the content, with the coding at its end. */
export const tagInCoding = (etag: string, coding: string): string => `${etag.slice(0, -1)}.${coding}"`;

const TAGS = /(?:W\/)?("[^"]*")/g;

/** Compares weakly. `*` matches every tag. */
function namesTag(list: string, etag: string): boolean {
  return list === etag || list.trim() === "*" || [...list.matchAll(TAGS)].some(([, opaque]) => opaque === etag);
}

const MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
const TIME = "\\d\\d:\\d\\d:\\d\\d";
const FIXED = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d (?:${MONTHS}) \\d{4} ${TIME} GMT$`);
const RFC_850 = new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d\\d-(?:${MONTHS})-\\d\\d ${TIME} GMT$`);
const ASCTIME = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:${MONTHS}) [ \\d]\\d ${TIME} \\d{4}$`);

/** Reads the three HTTP date formats (RFC 9110, 5.6.7) into milliseconds; NaN for anything else. */
export function parseHttpDate(text: string): number {
  if (FIXED.test(text) || RFC_850.test(text)) return Date.parse(text);
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

/** Links to the other pages (RFC 8288). */
export function linkHeader(links: PageLinks): [name: string, value: string][] {
  const parts = Object.entries(links).map(([relation, address]) => `<${address}>; rel="${relation}"`);
  return parts.length === 0 ? [] : [["link", parts.join(", ")]];
}
