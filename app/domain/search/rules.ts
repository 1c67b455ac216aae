import type { SearchType } from "#db/enumerations";
import { parseQuery, wantedTerms } from "../../search/query";

/** How each type's records are called. */
export const SEARCH_TYPE_LABELS: Readonly<Record<SearchType, string>> = {
  organization: "Organizations",
  submission: "Submissions",
  engagement: "Engagements",
  call: "Calls",
};

/**
 * What can be said of a query that found nothing: whether it names anything at all, and the words that a query with
 * operators asks for, which without them may find more, and what is like them; null where that is no other query.
 */
export function adviceOn(typed: string): { namesNothing: boolean; plainWords: string | null } {
  const query = parseQuery(typed);
  const words = wantedTerms(query).flatMap(({ tokens }) => tokens);
  // In a phrase it was a word; outside of one it would be an operator again.
  const plain = words.map((word) => (word === "OR" ? "or" : word)).join(" ");
  return {
    namesNothing: query.branches.length === 0,
    plainWords: query.usesOperators && plain !== "" ? plain : null,
  };
}
