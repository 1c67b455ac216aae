import type { EntryType, SuggestionKind } from "#db/enumerations";
import { defineQuery } from "~/operations/operation.server";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import type { SuggestedEntry } from "../../search/ledger/suggest.server";
import { SEARCH_PAGES } from "./addresses";
import { suggestReadable } from "./find.server";
import { headOf, rowsOf } from "./ledger-items.server";
import { suggestionsSchema } from "./ledger-schema";
import { readerOf } from "./reader.server";

/** Something that the text may be the beginning of. */
interface Suggestion {
  kind: SuggestionKind;
  type: EntryType;
  label: string;
  /** Whose it is, or where it belongs. */
  detail: string | null;
  url: string;
}

interface Kind {
  kind: SuggestionKind;
  types: readonly EntryType[];
  byNames: boolean;
  most: number;
}

/** Records fill what tags and people leave. Notes have no title, and files are found by their text. */
const KINDS: readonly Kind[] = [
  { kind: "TAG", types: ["tag"], byNames: true, most: 2 },
  { kind: "PERSON", types: ["person"], byNames: false, most: 2 },
  {
    kind: "RECORD",
    types: ["organization", "submission", "engagement", "call", "announcement", "command"],
    byNames: false,
    most: LIMITS.searchSuggestions,
  },
];
const ORDER: readonly SuggestionKind[] = ["RECORD", "TAG", "PERSON"];

/**
 * What the caller may read whose title or identifier has the words typed so far. Nothing keeps what people type here.
 */
export const suggestSearches = defineQuery({
  gate: "public",
  input: suggestionsSchema,
  limit: RATE_LIMITS.suggestions,
  async run({ db, ledger, actor, now }, { q }): Promise<{ suggestions: Suggestion[] }> {
    const reader = readerOf(actor);
    const yieldIfDue = yieldDuringLongTask();
    const found: (SuggestedEntry & { kind: SuggestionKind })[] = [];
    for (const { kind, types, byNames, most } of KINDS) {
      if (!types.some((type) => reader.types.includes(type))) continue;
      await yieldIfDue();
      const entries = await suggestReadable({ db, ledger, now }, { text: q, reader, types, byNames, most });
      found.push(...entries.slice(0, LIMITS.searchSuggestions - found.length).map((entry) => ({ ...entry, kind })));
    }
    const placeOf = ({ isBegun, kind }: (typeof found)[number]) =>
      (isBegun ? 0 : 1) * ORDER.length + ORDER.indexOf(kind);
    found.sort((one, other) => placeOf(one) - placeOf(other));
    const rows = rowsOf(
      db,
      found.map(({ entry }) => entry),
      { reader, now },
    );
    const suggestions = found.flatMap(({ kind, entry: { source, sourceId, type } }): Suggestion[] => {
      const row = rows.get(`${source} ${sourceId}`);
      const head = row && headOf(source, row, { reader, actor, now });
      if (!row || !head) return [];
      const url =
        kind === "TAG"
          ? `${SEARCH_PAGES.government}?${new URLSearchParams({ q: row.title, tag: row.title })}`
          : head.url;
      return [{ kind, type, label: head.title, detail: row.parentTitle, url }];
    });
    return { suggestions };
  },
});
