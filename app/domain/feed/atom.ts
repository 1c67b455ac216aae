import { generateAtomFeed } from "feedsmith";
import type { Feed, FeedEntry } from "./feed";

/*
 * feedsmith puts text with markup's signs into CDATA sections, with white space around them that readers take for text,
 * and makes an apostrophe of a written-out `&apos;` within. So these signs reach it as characters that XML cannot hold,
 * hence that no text has any more, and become what they mean in its result.
 */
const STANDING_FOR = { "&": "\u0001", "<": "\u0002", ">": "\u0003" } as const;
const ESCAPED: Record<string, string> = { "\u0001": "&amp;", "\u0002": "&lt;", "\u0003": "&gt;" };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/** Text as XML 1.0 can hold it (2.2): what it cannot, not even by a reference, becomes the sign for that. */
function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, "\ufffd")
    .replace(/[&<>]/g, (sign) => STANDING_FOR[sign as keyof typeof STANDING_FOR]);
}

/** A feed as Atom (RFC 4287), its pages linked by RFC 5005. */
export function atomText({
  id,
  title,
  description,
  author,
  homeUrl,
  selfUrl,
  links,
  updatedAt,
  entries,
}: Feed): string {
  const { first, prev, next, last } = links;
  const pages = { self: selfUrl, first, previous: prev, next, last };
  const text = generateAtomFeed({
    id: xmlText(id),
    title: { value: xmlText(title), type: "text" },
    subtitle: { value: xmlText(description), type: "text" },
    updated: updatedAt,
    authors: [{ name: xmlText(author) }],
    links: [
      { rel: "alternate", type: "text/html", href: xmlText(homeUrl) },
      ...Object.entries(pages).flatMap(([rel, href]) =>
        href === undefined ? [] : [{ rel, type: "application/atom+xml", href: xmlText(href) }],
      ),
    ],
    entries: entries.map(atomEntry),
  });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return text.replace(/[\u0001-\u0003]/g, (sign) => ESCAPED[sign] ?? "");
}

function atomEntry({ id, url, title, text, tags, publishedAt, updatedAt, author }: FeedEntry) {
  return {
    id: xmlText(id),
    title: { value: xmlText(title), type: "text" },
    content: { value: xmlText(text), type: "text" },
    published: publishedAt,
    updated: updatedAt,
    links: [{ rel: "alternate", type: "text/html", href: xmlText(url) }],
    categories: tags.map((tag) => ({ term: xmlText(tag) })),
    ...(author !== undefined && { authors: [{ name: xmlText(author) }] }),
  };
}
