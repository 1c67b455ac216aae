import type { SearchType } from "#db/enumerations";
import { insertCall, insertEngagement, insertOrganization, insertSubmission } from "./arrange";
import type { PersonKey } from "./cast";
import { dataOf, type Portal } from "./portal";

/** A record of a type with its title, text and tags; an engagement has its location where the others have tags. @returns its id. */
export function insertRecord(portal: Portal, type: SearchType, title: string, body = "", tags = ""): string {
  const insert = {
    organization: () => insertOrganization(portal, { name: title, description: body, techTags: tags }),
    submission: () => insertSubmission(portal, { title, summary: body, techTags: tags }),
    engagement: () => insertEngagement(portal, { title, summary: body, location: tags }),
    call: () => insertCall(portal, { title, description: body, techTags: tags }),
  };
  return insert[type]();
}

/* What GET /api/search answers. */

export interface SearchItem {
  type: SearchType;
  id: string;
  title: string;
  snippet: string;
  url: string;
  meta?: Record<string, string | string[]>;
}
export interface SearchGroup {
  type: SearchType;
  label: string;
  items: SearchItem[];
}
export interface SearchResponse {
  query: string;
  total: number;
  groups: SearchGroup[];
}

/** The address of a search; `choices` are its limit and types. */
export const searchPath = (q: string, choices: Record<string, string> = {}) =>
  `/api/search?${new URLSearchParams({ q, ...choices })}`;

/** Searches as somebody of government. */
export async function search(
  portal: Portal,
  q: string,
  choices: Record<string, string> = {},
  person: PersonKey = "readonly",
): Promise<SearchResponse> {
  return dataOf(await portal.request(person, "GET", searchPath(q, choices)));
}

/** Every item, in the sequence in which it is shown. */
export const itemsOf = ({ groups }: SearchResponse): SearchItem[] => groups.flatMap(({ items }) => items);
export const titlesOf = (answer: SearchResponse): string[] => itemsOf(answer).map(({ title }) => title);
