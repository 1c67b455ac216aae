import type { z } from "zod";
import type { EntryType } from "#db/enumerations";
import { type Database, statement } from "#db/open";
import { defineQuery, type ReadContext } from "~/operations/operation.server";
import { RATE_LIMITS } from "~/values/limits";
import { tagsOf } from "~/values/tags";
import type { FoundEntry, LedgerFound } from "../../search/ledger/find.server";
import { ENTRIES_RANKED } from "../../search/ledger/find.server";
import { itemsOf, type LedgerItem } from "./ledger-items.server";
import { ledgerSearchSchema } from "./ledger-schema";
import { readableNow, readerOf } from "./reader.server";

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

/** The values that results have, with how many have them, the most first. */
export type Facet = { value: string; total: number }[];

export interface LedgerResult extends Pick<LedgerFound, "match" | "correction" | "marking">, Count {
  /** The types that the reader may find. */
  types: readonly EntryType[];
  query: string;
  /** The best results of all types. Empty if all results have one type. */
  best: LedgerItem[];
  /** In the order of ENTRY_TYPES. */
  groups: LedgerGroup[];
  facets: Record<"status" | "tag" | "command" | "year", Facet>;
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

/** The page of results for everyone else: public records, and those of the caller's own organization. */
export const searchPublicRecords = defineQuery({
  gate: "public",
  input: ledgerSearchSchema,
  limit: RATE_LIMITS.ledgerSearch,
  run: (context, input) => resultOf(context, input),
});

export async function resultOf(
  { db, ledger, actor, now }: Pick<ReadContext<"public">, "db" | "ledger" | "actor" | "now">,
  { q, types, order, limit, ...filters }: z.output<typeof ledgerSearchSchema>,
): Promise<LedgerResult> {
  const reader = readerOf(actor);
  const readable = (some: readonly FoundEntry[]) => readableNow(db, some, reader, now);
  const request = { text: q, reader, filters: { ...filters, types }, readable };
  const { entries: all, totals, isTruncated, ...found } = await ledger.find(request, now);
  const entries = onePerRecord(all);
  if (order === "date") entries.sort((one, other) => (other.date ?? "").localeCompare(one.date ?? ""));
  const facets = facetsOf(entries);
  const viewer = { reader, actor, now };
  const shown = (some: readonly FoundEntry[]) => itemsOf(db, some, found.marking, viewer);
  const groups = reader.types.flatMap((ofType): LedgerGroup[] => {
    const some = entries.filter((entry) => entry.type === ofType);
    const total = totals?.get(ofType) ?? some.length;
    if (some.length === 0) return [];
    return [
      {
        type: ofType,
        total,
        isAtLeast: total >= ENTRIES_RANKED || (isTruncated && totals === null),
        items: shown(some.slice(0, limit)),
      },
    ];
  });
  return {
    ...found,
    types: reader.types,
    query: q,
    total: groups.reduce((sum, { total }) => sum + total, 0),
    isAtLeast: groups.some(({ isAtLeast }) => isAtLeast),
    best: groups.length > 1 ? shown(entries.slice(0, BEST_SHOWN)) : [],
    groups,
    facets,
    commands: readCommands(db, facets.command),
  };
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

function facetsOf(entries: readonly FoundEntry[]): LedgerResult["facets"] {
  return {
    status: facetOf(entries.flatMap(({ status }) => status ?? [])),
    tag: facetOf(entries.flatMap(({ techTags }) => tagsOf(techTags))),
    command: facetOf(entries.flatMap(({ commandId }) => commandId ?? [])),
    year: facetOf(entries.flatMap(({ date }) => date?.slice(0, 4) ?? [])),
  };
}

function readCommands(db: Database, facet: Facet): LedgerResult["commands"] {
  return statement<LedgerResult["commands"][number]>(
    db,
    "SELECT id, abbreviation FROM command WHERE id IN (SELECT value FROM json_each(?))",
  ).all(JSON.stringify(facet.map(({ value }) => value)));
}

function facetOf(values: readonly string[]): Facet {
  const totals = new Map<string, number>();
  for (const value of values) totals.set(value, (totals.get(value) ?? 0) + 1);
  return [...totals]
    .map(([value, total]) => ({ value, total }))
    .sort((one, other) => other.total - one.total || one.value.localeCompare(other.value))
    .slice(0, VALUES_COUNTED);
}
