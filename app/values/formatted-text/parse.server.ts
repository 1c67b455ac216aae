import MarkdownIt, { type Token } from "markdown-it";
import { isMisleading, VISIBLE_CHARACTERS } from "~/values/characters";
import { excerptOf } from "~/values/excerpt";
import { remembered } from "~/values/remembered";
import type { Block, FormattedText, Inline } from "./nodes";

/*
 * Reads Markdown into nodes. The parser starts from a preset that knows only paragraphs and text, so it can only find what
 * is listed here. Left out on purpose: HTML (it stays text), indented code, rules and underlined headings (older plain
 * texts have such lines), entities, tables, references and images. An
 * image is a link after an exclamation mark, so a page never loads anything.
 */
const RULES = {
  blocks: ["blockquote", "fence", "heading", "list"],
  inlines: ["newline", "escape", "backticks", "emphasis", "link", "autolink"],
  core: ["linkify"],
};

/** How deep blocks or inline marks may nest; a list and its item are two levels. */
const MOST_LEVELS = 20;
const MOST_TOKENS = 3000;
/** Deeper headings become this level. */
const LAST_HEADING = 3;
/** An excerpt reads this many times its length. */
const EXCERPT_SOURCE = 5;
/** Enough for some lists of 100. Of 1,500 characters each, they take at most 3 MB. */
const MOST_STARTS = 500;

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);

const parser = new MarkdownIt("zero", { html: false, linkify: true, maxNesting: MOST_LEVELS }).enable(
  Object.values(RULES).flat(),
);
parser.linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true }).add("ftp:", null).add("//", null);
parser.normalizeLink = (written) => addressOf(written)?.href ?? written;
parser.normalizeLinkText = (written) => written;
parser.validateLink = (written) => addressOf(written) !== null;

/** One mail address, in ASCII: no list of them, and nothing that a mail program could read as another header. */
const MAIL_PATH = /^[a-z0-9.!#$&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i;

/** A web address, or a mail address without headers, in ASCII; null for anything else. */
function addressOf(written: string): URL | null {
  const url = URL.parse(written);
  if (!url || !SCHEMES.has(url.protocol) || url.username !== "" || url.password !== "") return null;
  if (url.protocol !== "mailto:") return url;
  url.search = "";
  url.hash = "";
  return MAIL_PATH.test(url.pathname) ? url : null;
}

/** The text as it was written, in one paragraph. */
const asWritten = (source: string): FormattedText => [{ type: "paragraph", children: [source] }];

/**
 * The formatted text of a Markdown source, for a page. Text that nests too deep or has too many parts is shown as it was
 * written, because the parser would leave out what is deeper.
 */
export function formattedText(source: string): FormattedText {
  const tokens = parser.parse(source, {});
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
  const isTooMuch = all.length > MOST_TOKENS || all.some(({ level }) => level >= MOST_LEVELS - 1);
  return isTooMuch ? asWritten(source) : blocksOf({ tokens, next: 0, headingAbove: 0 });
}

/** A record with its body formatted. */
export const withFormattedBody = <Written extends { body: string }>(written: Written) => ({
  ...written,
  body: formattedText(written.body),
});

/** The first part of a text on one line, without Markdown's marks, for a list or a notification. */
export function formattedExcerpt(source: string, max: number): string {
  // Marks and addresses are longer than what is shown of them.
  return excerptOf(plainStart(source.slice(0, max * EXCERPT_SOURCE)), max);
}

/** Remembered, because a list has the same texts for everyone. */
const plainStart = remembered(MOST_STARTS, (start) => plainText(formattedText(start)));

const plainText = (blocks: readonly Block[]): string => blocks.map(plainBlock).join(" ");

function plainBlock(block: Block): string {
  if (block.type === "preformatted") return block.text;
  if (block.type === "list") return block.items.map((item) => `• ${plainText(item)}`).join(" ");
  return block.type === "quote" ? plainText(block.children) : plainInlines(block.children);
}

function plainInlines(inlines: readonly Inline[]): string {
  return inlines
    .map((inline) => {
      if (typeof inline === "string") return inline;
      return inline.type === "code" ? inline.text : plainInlines(inline.children);
    })
    .join("");
}

/** Where the reading of a list of tokens is. Each reader stops after the token that closes its node. */
interface Reading {
  tokens: readonly Token[];
  next: number;
  headingAbove: number;
}

function blocksOf(reading: Reading): Block[] {
  const blocks: Block[] = [];
  for (let token = take(reading); token && token.nesting >= 0; token = take(reading)) {
    blocks.push(blockOf(token, reading));
  }
  return blocks;
}

const take = (reading: Reading): Token | undefined => reading.tokens[reading.next++];

function blockOf(token: Token, reading: Reading): Block {
  switch (token.type) {
    case "fence":
      return { type: "preformatted", text: token.content.replace(/\n$/, "") };
    case "blockquote_open":
      return { type: "quote", children: blocksOf(reading) };
    case "bullet_list_open":
      return { type: "list", start: null, items: itemsOf(reading) };
    case "ordered_list_open":
      return { type: "list", start: Number(token.attrGet("start") ?? 1), items: itemsOf(reading) };
    case "heading_open": {
      const level = Math.min(Number(token.tag.slice(1)), reading.headingAbove + 1, LAST_HEADING);
      reading.headingAbove = level;
      return { type: "heading", level, children: lineOf(reading) };
    }
    default:
      return { type: "paragraph", children: lineOf(reading) };
  }
}

function itemsOf(reading: Reading): Block[][] {
  const items: Block[][] = [];
  while (take(reading)?.type === "list_item_open") items.push(blocksOf(reading));
  return items;
}

/** The content of a paragraph or heading, whose last token it reads too. */
function lineOf(reading: Reading): Inline[] {
  const content = take(reading);
  take(reading);
  return inlinesOf({ tokens: content?.children ?? [], next: 0, headingAbove: 0 });
}

function inlinesOf(reading: Reading): Inline[] {
  const inlines: Inline[] = [];
  for (let token = take(reading); token && token.nesting >= 0; token = take(reading)) {
    // The parser does not ask `validateLink` about a link without an address. It is no link, so its marks stay.
    const isEmptyLink = token.type === "link_open" && !token.attrGet("href");
    for (const inline of isEmptyLink ? ["[", ...inlinesOf(reading), "]()"] : [inlineOf(token, reading)]) {
      const last = inlines.at(-1);
      // Text before a line break, the break and the text after it are one text.
      if (typeof inline === "string" && typeof last === "string") inlines[inlines.length - 1] = last + inline;
      else inlines.push(inline);
    }
  }
  return inlines;
}

function inlineOf(token: Token, reading: Reading): Inline {
  switch (token.type) {
    case "em_open":
      return { type: "emphasis", children: inlinesOf(reading) };
    case "strong_open":
      return { type: "strong", children: inlinesOf(reading) };
    case "code_inline":
      return { type: "code", text: token.content };
    case "link_open":
      return linkOf(String(token.attrGet("href")), inlinesOf(reading));
    case "softbreak":
    case "hardbreak":
      return "\n";
    default:
      return token.content;
  }
}

function linkOf(href: string, children: Inline[]): Inline {
  const { protocol, host, pathname } = new URL(href);
  const place = protocol === "mailto:" ? pathname : host;
  const text = plainInlines(children);
  // Without text, a link would have no name to press or to read aloud.
  if (!VISIBLE_CHARACTERS.test(text)) return { type: "link", href, goesTo: null, children: [place] };
  const shown = text.replace(/^(https?:\/\/|mailto:)/i, "").toLowerCase();
  const isShown = shown.startsWith(place.toLowerCase()) && !/^[^/?#]/.test(shown.slice(place.length));
  return { type: "link", href, goesTo: isShown && !isMisleading(text) ? null : place, children };
}
