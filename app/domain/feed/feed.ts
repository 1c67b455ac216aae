import { validate as isUuid } from "uuid";
import type { PageLinks } from "~/operations/versioned";
import { tagAuthority } from "~/values/any-origin";

/** What a feed tells of one record. */
export interface FeedEntry {
  id: string;
  /** The page that shows it. */
  url: string;
  title: string;
  text: string;
  tags: readonly string[];
  publishedAt: string;
  updatedAt: string;
  /** Who wrote it; where nobody is named, the feed's own author did. */
  author?: string;
}

/** One page of a feed, before it is written in any format. */
export interface Feed {
  id: string;
  title: string;
  description: string;
  author: string;
  /** The page that shows the same. */
  homeUrl: string;
  selfUrl: string;
  links: PageLinks;
  updatedAt: string;
  entries: readonly FeedEntry[];
}

/**
 * An identifier for ever (RFC 4287, 4.2.6): a record's own, where that is unique in the world, else a tag (RFC 4151) of
 * this site.
 * @param path of the record, without its id
 */
export function permanentId(origin: string, path: string, id = ""): string {
  if (isUuid(id)) return `urn:uuid:${id.toLowerCase()}`;
  return `tag:${tagAuthority(origin)},2026:${path}${id === "" ? "" : `/${encodeURIComponent(id)}`}`;
}
