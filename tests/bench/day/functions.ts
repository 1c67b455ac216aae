import type { Database } from "#db/open";
import { type Random, seededRandom } from "~/demo/stage/random";
import { nameSkeleton } from "~/domain/organization/skeleton";
import { dayAfter } from "~/values/days";
import { comparisonKey } from "~/values/text";
import { type CorpusRecord, placeOf, recordAt } from "../search/corpus";
import { identityOf } from "../search/identity";
import { TAG_LABELS } from "../search/vocabulary";
import { countsByRole, type Kind, type Sizes } from "./sizes";

const DAY = 86_400_000;
const YEARS = 20;
const KINDS: readonly Kind[] = [
  "submission",
  "organization",
  "government",
  "industry",
  "command",
  "call",
  "announcement",
  "engagement",
  "dialogue",
];

/** When the n-th record of a kind was created: all are spread evenly over 20 years. */
export const timesUntil =
  (end: number, sizes: Sizes) =>
  (kind: Kind, n: number): number =>
    Math.floor(end - YEARS * 365 * DAY * (1 - n / sizes[kind]));

/** A number that depends on two others only. */
export const drawn = (n: number, salt: number): Random =>
  seededRandom(Math.imul(n, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b));

/** The id of a record, in the form and the order of those that the service makes. */
export function idsUntil(end: number, sizes: Sizes) {
  const time = timesUntil(end, sizes);
  return (kind: Kind, n: number): string => {
    const moment = time(kind, n).toString(16).padStart(12, "0");
    const number = n.toString(16).padStart(12, "0");
    return `${moment.slice(0, 8)}-${moment.slice(8)}-7${KINDS.indexOf(kind).toString(16).padStart(3, "0")}-8000-${number}`;
  };
}

/**
 * Adds the functions that the statements of `records.ts` use: what a record has follows from its number, so most of them
 * need no table but a count.
 */
export function addFunctions({ $client }: Database, end: number, sizes: Sizes): void {
  const id = idsUntil(end, sizes);
  const time = timesUntil(end, sizes);
  const define = (name: string, run: (...given: never[]) => unknown) =>
    $client.function(name, { deterministic: true }, run as (...given: unknown[]) => unknown);
  const text = keepLast((kind: "organization" | "submission" | "engagement" | "call", n: number) =>
    recordAt(placeOf(kind, n)),
  );
  const textOf = (kind: Parameters<typeof text>[0], n: number): CorpusRecord => text(kind, n);
  const roles = countsByRole(sizes.government).flatMap(([role, count]) => Array<string>(count).fill(role));
  const [firstReviewer, reviewersEnd] = [roles.indexOf("GOV_COMMAND_LEAD") + 1, roles.lastIndexOf("GOV_POC") + 2];

  define("id", id);
  define("at", (kind: Kind, n: number) => new Date(time(kind, n)).toISOString());
  define("later", (instant: string, days: number) =>
    new Date(Math.min(Date.parse(instant) + days * DAY, end)).toISOString(),
  );
  define("day_after", (instant: string, days: number) => dayAfter(instant.slice(0, 10), days));
  define("days_old", (instant: string) => (end - Date.parse(instant)) / DAY);
  define("below", (n: number, salt: number, limit: number) => drawn(n, salt).below(limit));
  // A few of many get much more than others.
  define("skewed", (n: number, salt: number, limit: number) =>
    Math.floor(limit * (drawn(n, salt).below(1e9) / 1e9) ** 2),
  );
  define("title", (kind: Parameters<typeof text>[0], n: number) => textOf(kind, n).title);
  define("body", (kind: Parameters<typeof text>[0], n: number) => textOf(kind, n).body);
  define("tags", (kind: Parameters<typeof text>[0], n: number) => textOf(kind, n).tags);
  define("sentence", (n: number) => textOf("engagement", 1 + (n % sizes.engagement)).body.split(". ")[0]);
  define("tag", (n: number) => TAG_LABELS[n % TAG_LABELS.length]);
  define("person", (n: number) => identityOf("organization", n).person);
  define("code", (n: number) => identityOf("organization", n).code);
  define("entity", (n: number) => identityOf("organization", n).entity);
  define("city", (n: number) => identityOf("organization", n).city);
  define("state", (n: number) => identityOf("organization", n).state);
  define("solicitation", (n: number) => identityOf("call", n).solicitationNumber);
  define("name_key", comparisonKey);
  define("skeleton", nameSkeleton);
  define("role", (n: number) => roles[n - 1]);
  // A government user who may review. Some get ten times as much as most.
  define(
    "reviewer",
    (n: number, salt: number) =>
      firstReviewer + Math.floor((reviewersEnd - firstReviewer) * (drawn(n, salt).below(1e9) / 1e9) ** 1.5),
  );
}

/** Remembers the last result: one statement asks for several parts of the same text. */
function keepLast<Result>(make: (kind: "organization" | "submission" | "engagement" | "call", n: number) => Result) {
  let last: { key: string; result: Result } | null = null;
  return (kind: "organization" | "submission" | "engagement" | "call", n: number): Result => {
    const key = `${kind} ${n}`;
    if (last?.key !== key) last = { key, result: make(kind, n) };
    return last.result;
  };
}
