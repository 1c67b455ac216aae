import { validate as isUuid } from "uuid";
import type { PageLinks } from "~/operations/versioned";
import { tagAuthority } from "~/values/any-origin";

/** What a feed shows of one record. */
export interface FeedEntry {
  id: string;
  /** The record's page. */
  url: string;
  title: string;
  text: string;
  tags: readonly string[];
  publishedAt: string;
  updatedAt: string;
  /** The author; without one, the feed's own author counts. */
  author?: string;
}

/** One page of a feed, before it is written in a format. */
export interface Feed {
  id: string;
  title: string;
  description: string;
  author: string;
  /** The web page with the same list. */
  homeUrl: string;
  /** Its own address; left out if it is a secret, because people pass entries and files on. */
  selfUrl?: string;
  links: PageLinks;
  updatedAt: string;
  entries: readonly FeedEntry[];
}

/**
 * A permanent identifier (RFC 4287, 4.2.6): the record's own if it is unique in the world, otherwise a tag (RFC 4151)
 * of this site.
 * @param path of the record, without its id
 */
export function permanentId(origin: string, path: string, id = ""): string {
  if (isUuid(id)) return `urn:uuid:${id.toLowerCase()}`;
  return `tag:${tagAuthority(origin)},2026:${path}${id === "" ? "" : `/${encodeURIComponent(id)}`}`;
}
