import type { SearchType } from "#db/enumerations";

/** Where a type's records are stored, and which of their columns are searched. */
export interface Source {
  table: string;
  /** The full-text index. Triggers of the migration `search_index` update it. Its rowid is the record number. */
  index: string;
  /** The distinct words of the index (fts5vocab). */
  terms: string;
  /** The columns that are indexed as title, body and tags. */
  title: string;
  body: string;
  tags: string;
  /** SQL condition for searchable rows. Without it, all rows are. */
  where?: string;
}

/** The searched fields (docs/contract.md#search). The triggers in the migrations list the same ones. */
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

/**
 * The searched columns of an index. If two records are equally similar, the one found in the earlier column is first.
 */
export const SEARCHED_COLUMNS = ["title", "tags", "body"] as const;
export type SearchedColumn = (typeof SEARCHED_COLUMNS)[number];

/** The only word in the column `every` of each index. It is a private-use character, so no query can contain it. */
export const EVERY_RECORD = "\ue000";
