import type { SearchNotice } from "#db/enumerations";
import type { SavedFilters } from "~/domain/saved-search/schema";
import { ENTRY_TYPE_LABELS } from "~/domain/search/rules";
import { labelledBy } from "~/ui/kit/form/field-group";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextField } from "~/ui/kit/form/text-field";
import { labelOf } from "~/values/labels";

/** The page with someone's saved searches. */
export const SEARCHES_PAGE = "/searches";

export const SAVED_SEARCH_LABELS = { name: "Name", notify: "Notify me of new records" } as const;

const labelled = labelledBy(SAVED_SEARCH_LABELS);

export const NOTICE_WORDS: Record<SearchNotice, string> = {
  IMMEDIATE: "As soon as we find one",
  DIGEST: "Once a day",
  NONE: "Never",
};
const NOTICES = Object.entries(NOTICE_WORDS).map(([value, label]) => ({ value, label }));

/** The name of a search, and how its owner is notified of new records. */
export function SavedSearchFields() {
  return (
    <>
      <TextField {...labelled("name")} hint="Only you see your searches." autoComplete="off" />
      <SelectField
        {...labelled("notify")}
        options={NOTICES}
        emptyLabel={null}
        hint="You get mail about these notifications as your notification settings say."
      />
    </>
  );
}

type Searched = { q: string; filters: SavedFilters };

/** The words of a search and its filters. */
export function SearchInWords({ q, filters: { types, status, tag, command, year } }: Searched) {
  const parts = [
    ...(types?.split(",").map((type) => (ENTRY_TYPE_LABELS as Record<string, string>)[type] ?? type) ?? []),
    ...(status === undefined ? [] : [labelOf(status)]),
    ...(tag === undefined ? [] : [tag]),
    ...(command === undefined ? [] : ["one command"]),
    ...(year === undefined ? [] : [year]),
  ];
  return (
    <>
      <q>{q}</q>
      {parts.length > 0 && ` in ${parts.join(", ")}`}
    </>
  );
}
