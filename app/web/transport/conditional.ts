import { hash } from "node:crypto";
import { isUnchangedSince, shownSecond } from "~/lists/feed/modification";
import type { PageLinks, Versioned } from "~/operations/versioned";
import packageInformation from "../../../package.json";

/** What tells the version that is sent from others, in HTTP's terms (RFC 9110, 8.8). */
interface Validators {
  etag: string;
  /** The second that stands for this version alone, in milliseconds; it may lie ahead. */
  modifiedAt: number;
}

/** The validators of a version. A new version of this program may write the same things otherwise. */
export function validatorsOf({ version, modifiedAt }: Pick<Versioned<unknown>, "version" | "modifiedAt">): Validators {
  return { etag: `"${hash("sha256", `${packageInformation.version} ${version}`, "base64url")}"`, modifiedAt };
}

/** What a response says of its version, so that the next request can ask for another one alone. */
export function validatorHeaders({ etag, modifiedAt }: Validators, now: number): [name: string, value: string][] {
  return [
    ["etag", etag],
    ["last-modified", new Date(shownSecond(modifiedAt, now)).toUTCString()],
  ];
}

/**
 * Whether whoever asks has this version already (RFC 9110, 13.2.2): by its tags where it names any, else by its date.
 */
export function isNotModified(headers: Headers, { etag, modifiedAt }: Validators, now: number): boolean {
  const tags = headers.get("if-none-match");
  if (tags !== null) return namesTag(tags, etag);
  const since = headers.get("if-modified-since");
  return since !== null && isUnchangedSince(parseHttpDate(since), modifiedAt, now);
}

const TAGS = /(?:W\/)?("[^"]*")/g;

/** Whether a list of tags holds one, by the weak comparison; `*` stands for whatever there is. */
function namesTag(list: string, tag: string): boolean {
  return list === tag || list.trim() === "*" || [...list.matchAll(TAGS)].some(([, opaque]) => opaque === tag);
}

const MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
const TIME = "\\d\\d:\\d\\d:\\d\\d";
const FIXED = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d\\d (?:${MONTHS}) \\d{4} ${TIME} GMT$`);
const RFC_850 = new RegExp(`^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d\\d-(?:${MONTHS})-\\d\\d ${TIME} GMT$`);
const ASCTIME = new RegExp(`^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:${MONTHS}) [ \\d]\\d ${TIME} \\d{4}$`);

/** A date in any of the three forms that HTTP takes (RFC 9110, 5.6.7), in milliseconds; NaN for anything else. */
export function parseHttpDate(text: string): number {
  if (FIXED.test(text) || RFC_850.test(text)) return Date.parse(text);
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

/** Where the other pages are (RFC 8288). */
export function linkHeader(links: PageLinks): [name: string, value: string][] {
  const parts = Object.entries(links).map(([relation, address]) => `<${address}>; rel="${relation}"`);
  return parts.length === 0 ? [] : [["link", parts.join(", ")]];
}
