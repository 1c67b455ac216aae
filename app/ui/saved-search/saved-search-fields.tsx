import { Link } from "@remix-run/react";
import type { SearchNotice } from "#db/enumerations";
import type { SavedFilters } from "~/domain/saved-search/schema";
import { ENTRY_TYPE_LABELS } from "~/domain/search/rules";
import { labelledBy } from "~/ui/kit/form/field-group";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextField } from "~/ui/kit/form/text-field";
import { Alert } from "~/ui/kit/page/alert";
import { labelOf } from "~/values/labels";

/** The page with someone's saved searches. */
export const SAVED_SEARCHES_PAGE = "/searches";
export const NOTIFICATION_SETTINGS_PAGE = "/notifications/settings";

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
        hint="In the service, and by mail if your notification settings say so."
      />
    </>
  );
}

type SearchInWordsProps = {
  q: string;
  filters: SavedFilters;
  /** The abbreviations of commands, by id. */
  commands: Record<string, string>;
};

/** The words of a search and its filters. */
export function SearchInWords({ q, filters, commands }: SearchInWordsProps) {
  const { types, status, tag, command, year } = filters;
  const labels: Record<string, string> = ENTRY_TYPE_LABELS;
  const within = types?.split(",").map((type) => (labels[type] ?? type).toLowerCase());
  const filtered = [
    ...(status === undefined ? [] : [`status ${labelOf(status)}`]),
    ...(tag === undefined ? [] : [`tag ${tag}`]),
    ...(command === undefined ? [] : [`command ${commands[command] ?? "unknown"}`]),
    ...(year === undefined ? [] : [`year ${year}`]),
  ];
  return (
    <>
      <q>{q}</q>
      {within && ` in ${within.join(", ")}`}
      {filtered.length > 0 && ` with ${filtered.join(", ")}`}
    </>
  );
}

/** Says that the settings keep notifications about saved searches from their owner. */
export function SearchNoticesOff() {
  return (
    <Alert kind="warning">
      You turned off notifications about saved searches.{" "}
      <Link to={NOTIFICATION_SETTINGS_PAGE}>Turn them on in your notification settings</Link>
    </Alert>
  );
}
