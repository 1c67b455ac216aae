import { generateAtomFeed } from "feedsmith";
import { yieldDuringLongTask } from "~/values/event-loop";
import type { Feed, FeedEntry } from "./feed";

/*
 * feedsmith puts text with markup characters into CDATA sections. It adds white space that feed readers show, and turns
 * a written `&apos;` into an apostrophe. So this file replaces those characters by some that XML cannot contain, and so
 * no text has any more, and puts the right markup in their place afterward.
 */
const SIGNS = [
  { sign: "&", standIn: "\u0001", reference: "&amp;" },
  { sign: "<", standIn: "\u0002", reference: "&lt;" },
  { sign: ">", standIn: "\u0003", reference: "&gt;" },
] as const;
/** How many characters are processed at once. Each stand-in is one character, so text may be cut anywhere. */
const PIECE_CHARACTERS = 64 * 1024;

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Text as XML 1.0 allows it (2.2). Characters that XML cannot contain, even as a reference, become the replacement
 * character.
 */
function xmlText(text: string): string {
  const held = text.toWellFormed().replace(NOT_IN_XML, "\ufffd");
  return SIGNS.reduce((written, { sign, standIn }) => written.replaceAll(sign, standIn), held);
}

/** A feed as Atom (RFC 4287), with links between pages (RFC 5005). Other requests run in between. */
export async function atomText({
  id,
  title,
  description,
  author,
  homeUrl,
  selfUrl,
  links,
  updatedAt,
  entries,
}: Feed): Promise<string> {
  const { first, prev, next, last } = links;
  const pages = { ...(selfUrl !== undefined && { self: selfUrl }), first, previous: prev, next, last };
  const yieldIfDue = yieldDuringLongTask();
  const written: ReturnType<typeof atomEntry>[] = [];
  for (const entry of entries) {
    written.push(atomEntry(entry));
    await yieldIfDue();
  }
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
    entries: written,
  });
  let escaped = "";
  for (let at = 0; at < text.length; at += PIECE_CHARACTERS) {
    await yieldIfDue();
    const piece = text.slice(at, at + PIECE_CHARACTERS);
    escaped += SIGNS.reduce((made, { standIn, reference }) => made.replaceAll(standIn, reference), piece);
  }
  return escaped;
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
