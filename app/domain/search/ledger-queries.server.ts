import type * as z from "zod";
import type { EntryType } from "#db/enumerations";
import { defineQuery, type ReadContext } from "~/operations/operation.server";
import { RATE_LIMITS } from "~/values/limits";
import { tagsOf } from "~/values/tags";
import { yearOf } from "~/values/time-zone";
import type { FoundEntry, LedgerFound } from "../../search/ledger/find.server";
import { ENTRIES_RANKED } from "../../search/ledger/ranked.server";
import type { SearchFilter } from "./addresses";
import { findReadable } from "./find.server";
import { commandNames, itemsOf, type LedgerItem } from "./ledger-items.server";
import { ledgerSearchSchema, type SEARCH_ORDERS } from "./ledger-schema";
import { readerOf } from "./reader.server";

/** How many results of all types come before the groups. */
const BEST_SHOWN = 5;
/** The most values of a filter with their counts. */
const VALUES_COUNTED = 20;

/** A number of results. With `isAtLeast` there may be more. */
interface Count {
  total: number;
  isAtLeast: boolean;
}

interface LedgerGroup extends Count {
  type: EntryType;
  items: LedgerItem[];
}

/** The values that results have, with how many have them, the most first. If there are more results, only of these. */
type Facet = { value: string; total: number }[];

export interface LedgerResult extends Pick<LedgerFound, "match" | "correction" | "marking">, Count {
  /** Whether there are more results than were read. */
  isTruncated: boolean;
  query: string;
  /** The best results of all types. Empty if all results have one type, or they are in another order. */
  best: LedgerItem[];
  /** In the order of ENTRY_TYPES. */
  groups: LedgerGroup[];
  facets: Record<SearchFilter, Facet>;
  /** The commands of the facet, by id. */
  commands: { id: string; abbreviation: string }[];
}

/** Government's page of results: everything in the ledger. */
export const searchLedger = defineQuery({
  gate: "gov read",
  input: ledgerSearchSchema,
  limit: RATE_LIMITS.search,
  run: (context, input) => resultOf(context, input),
});

/**
 * What the caller may read: everything for government, for others public records and those of their own organization.
 * For the API, and for the page of everyone outside of government.
 */
export const searchReadableRecords = defineQuery({
  gate: "public",
  input: ledgerSearchSchema,
  limit: RATE_LIMITS.ledgerSearch,
  run: (context, input) => resultOf(context, input),
});

async function resultOf(
  { db, ledger, settings, actor, now }: Pick<ReadContext<"public">, "db" | "ledger" | "settings" | "actor" | "now">,
  { q, types, order, limit, ...filters }: z.output<typeof ledgerSearchSchema>,
): Promise<LedgerResult> {
  const reader = readerOf(actor);
  const question = { text: q, filters: { ...filters, types }, reader };
  const { entries: all, totals, ...found } = await findReadable({ db, ledger, now }, question);
  const entries = onePerRecord(all);
  const ofTypes = reader.types
    .map((type) => ({ type, of: entries.filter((entry) => entry.type === type) }))
    .filter(({ of }) => of.length > 0);
  // The newest are not the best, and one type has its own order.
  const best = ofTypes.length > 1 && order === "relevance" ? entries.slice(0, BEST_SHOWN) : [];
  const shown = ofTypes.map(({ type, of }) => ({ type, of, first: inOrder(of, order).slice(0, limit) }));
  const described = [...new Set([...best, ...shown.flatMap(({ first }) => first)])];
  const items = await itemsOf(db, described, found.marking, { reader, actor, now });
  const itemOf = new Map(items.map((item) => [`${item.source} ${item.id}`, item]));
  const itemsFor = (some: readonly FoundEntry[]) =>
    some.flatMap(({ source, sourceId }) => itemOf.get(`${source} ${sourceId}`) ?? []);
  const groups = shown.map(({ type, of, first }): LedgerGroup => {
    const counted = totals.get(type);
    const isAtLeast = counted === null || (counted ?? 0) >= ENTRIES_RANKED;
    return { type, total: counted ?? of.length, isAtLeast, items: itemsFor(first) };
  });
  const facets = facetsOf(entries, settings.timeZone.id);
  const names = commandNames(
    db,
    facets.command.map(({ value }) => value),
  );
  return {
    ...found,
    query: q,
    total: groups.reduce((sum, { total }) => sum + total, 0),
    isAtLeast: groups.some(({ isAtLeast }) => isAtLeast),
    isTruncated: totals.size > 0,
    best: itemsFor(best),
    groups,
    facets,
    commands: [...names].map(([id, abbreviation]) => ({ id, abbreviation })),
  };
}

function inOrder(entries: readonly FoundEntry[], order: (typeof SEARCH_ORDERS)[number]): readonly FoundEntry[] {
  if (order === "relevance") return entries;
  return entries.toSorted((one, other) => (other.date ?? "").localeCompare(one.date ?? ""));
}

/** The best entry of each record. A long file has several. */
function onePerRecord(entries: readonly FoundEntry[]): FoundEntry[] {
  const seen = new Set<string>();
  return entries.filter(({ source, sourceId }) => {
    const key = `${source} ${sourceId}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function facetsOf(entries: readonly FoundEntry[], timeZone: string): LedgerResult["facets"] {
  return {
    status: facetOf(entries.flatMap(({ status }) => status ?? [])),
    tag: facetOf(entries.flatMap(({ techTags }) => tagsOf(techTags))),
    command: facetOf(entries.flatMap(({ commandId }) => commandId ?? [])),
    year: facetOf(entries.flatMap(({ date }) => (date === null ? [] : yearOf(timeZone, date)))),
  };
}

function facetOf(values: readonly string[]): Facet {
  const totals = new Map<string, number>();
  for (const value of values) totals.set(value, (totals.get(value) ?? 0) + 1);
  return [...totals]
    .map(([value, total]) => ({ value, total }))
    .sort((one, other) => other.total - one.total || one.value.localeCompare(other.value))
    .slice(0, VALUES_COUNTED);
}
