import type { EntryType, SearchType } from "#db/enumerations";
import { parseQuery, wantedTerms } from "../../search/query";

/** The name of each type's records. */
export const ENTRY_TYPE_LABELS: Readonly<Record<EntryType, string>> = {
  organization: "Organizations",
  submission: "Submissions",
  engagement: "Engagements",
  call: "Calls",
  announcement: "Announcements",
  person: "People",
  file: "Files",
  note: "Notes and messages",
  command: "Commands",
  tag: "Tags",
};
/** The types of GET /api/search are among them. */
export const SEARCH_TYPE_LABELS: Readonly<Record<SearchType, string>> = ENTRY_TYPE_LABELS;

/**
 * Advice for a query without results: whether it has any words; and, if it uses operators, the plain words that may
 * find more, with similar words. Null if that would be the same query.
 */
export function adviceOn(typed: string): { namesNothing: boolean; plainWords: string | null } {
  const query = parseQuery(typed);
  const words = wantedTerms(query).flatMap(({ tokens }) => tokens);
  // Inside a phrase it was a word. Outside it would be an operator again.
  const plain = words.map((word) => (word === "OR" ? "or" : word)).join(" ");
  return {
    namesNothing: query.branches.length === 0,
    plainWords: query.usesOperators && plain !== "" ? plain : null,
  };
}
