import { generateJsonFeed } from "feedsmith";
import type { Feed, FeedEntry } from "./feed";

/** A feed as JSON Feed 1.1. */
export function jsonFeedText({ title, description, author, homeUrl, selfUrl, links, entries }: Feed): string {
  const feed = generateJsonFeed({
    title,
    description,
    home_page_url: homeUrl,
    feed_url: selfUrl,
    ...(links.next !== undefined && { next_url: links.next }),
    language: "en-US",
    authors: [{ name: author }],
    items: entries.map(jsonItem),
  }) as object;
  // feedsmith leaves out empty lists, but the format requires this one.
  return JSON.stringify({ items: [], ...feed });
}

function jsonItem({ id, url, title, text, tags, publishedAt, updatedAt, author }: FeedEntry) {
  return {
    id,
    url,
    title,
    content_text: text,
    date_published: publishedAt,
    date_modified: updatedAt,
    ...(tags.length > 0 && { tags: [...tags] }),
    ...(author !== undefined && { authors: [{ name: author }] }),
  };
}
