import type { SearchType } from "#db/enumerations";
import { insertCall, insertEngagement, insertOrganization, insertSubmission } from "./arrange";
import type { PersonKey } from "./cast";
import { dataOf, type Portal } from "./portal";

/** Inserts a record. An engagement gets the tags as its location. @returns its id */
export function insertRecord(portal: Portal, type: SearchType, title: string, body = "", tags = ""): string {
  const insert = {
    organization: () => insertOrganization(portal, { name: title, description: body, techTags: tags }),
    submission: () => insertSubmission(portal, { title, summary: body, techTags: tags }),
    engagement: () => insertEngagement(portal, { title, summary: body, location: tags }),
    call: () => insertCall(portal, { title, description: body, techTags: tags }),
  };
  return insert[type]();
}

/* The response of GET /api/search. */

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

/** The address of a search. @param choices its limit and types */
export const searchPath = (q: string, choices: Record<string, string> = {}) =>
  `/api/search?${new URLSearchParams({ q, ...choices })}`;

/** Searches as a government user. */
export async function search(
  portal: Portal,
  q: string,
  choices: Record<string, string> = {},
  person: PersonKey = "readonly",
): Promise<SearchResponse> {
  return dataOf(await portal.request(person, "GET", searchPath(q, choices)));
}

/** Every item, in the order in which pages show it. */
export const itemsOf = ({ groups }: SearchResponse): SearchItem[] => groups.flatMap(({ items }) => items);
export const titlesOf = (response: SearchResponse): string[] => itemsOf(response).map(({ title }) => title);
