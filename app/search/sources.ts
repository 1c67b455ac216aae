import type { SearchType } from "#db/enumerations";

/** Where a type's records lie, and what of them is searched. */
export interface Source {
  table: string;
  /** The full-text index, kept by triggers of the migration `search_index`; its rowid is the record number. */
  index: string;
  /** The distinct words of the index (fts5vocab). */
  terms: string;
  /** The columns that are indexed as title, body and tags. */
  title: string;
  body: string;
  tags: string;
  /** Which rows are found at all; every one unless named. */
  where?: string;
}

/** The fields that the search looks at (docs/contract.md#search). The triggers in the migrations list the same ones. */
export const SOURCES: Readonly<Record<SearchType, Source>> = {
  organization: {
    table: "organization",
    index: "search_organization",
    terms: "search_organization_terms",
    title: "name",
    body: "description",
    tags: "tech_tags",
  },
  submission: {
    table: "submission",
    index: "search_submission",
    terms: "search_submission_terms",
    title: "title",
    body: "summary",
    tags: "tech_tags",
    where: "status <> 'ARCHIVED'",
  },
  engagement: {
    table: "engagement",
    index: "search_engagement",
    terms: "search_engagement_terms",
    title: "title",
    body: "summary",
    tags: "location",
  },
  call: {
    table: "call",
    index: "search_call",
    terms: "search_call_terms",
    title: "title",
    body: "description",
    tags: "tech_tags",
  },
};

/** The columns of an index that are searched, in the order of their worth when nothing else tells two records apart. */
export const SEARCHED_COLUMNS = ["title", "tags", "body"] as const;
export type SearchedColumn = (typeof SEARCHED_COLUMNS)[number];

/** The one word of the column `every` of each index: of the private use area, so that no query can spell it. */
export const EVERY_RECORD = "\ue000";
