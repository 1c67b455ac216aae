import { excerptOf } from "~/values/excerpt";
import { LIMITS } from "~/values/limits";
import { densestIn, literalIn, type Marking } from "../../search/marks";

const ELLIPSIS = "…";
/** How far the ends of a snippet may move to the beginning or end of a word. */
const WORD_REACH = 20;

/**
 * The part of a record's text that a search result shows: one line of at most 160 characters around the match, or the
 * beginning of the first text if none of them contains the query.
 */
export function snippetOf(texts: readonly string[], marking: Marking): string {
  const lines = texts.map((text) => text.replace(/\s+/g, " ").trim()).filter((line) => line !== "");
  for (const line of lines) {
    const found = literalIn(line, marking);
    if (found) return around(line, found);
  }
  return excerptOf(lines[0] ?? "", LIMITS.searchSnippetCharacters);
}

/** A snippet around the matches, and how many different ones it has. */
interface Densest {
  snippet: string;
  matches: number;
}

/**
 * The part of a text with the most different words of the query, at most 160 characters. The beginning of the text if it
 * has none of them.
 */
export function densestSnippet(text: string, marking: Marking): Densest {
  const line = text.replace(/\s+/g, " ").trim();
  const found = densestIn(line, marking, LIMITS.searchSnippetCharacters - 2 * ELLIPSIS.length);
  if (!found) return { snippet: excerptOf(line, LIMITS.searchSnippetCharacters), matches: 0 };
  return { snippet: around(line, found), matches: found.matches };
}

function around(line: string, found: { start: number; end: number }): string {
  const most = LIMITS.searchSnippetCharacters;
  if (line.length <= most) return line;
  const room = most - 2 * ELLIPSIS.length;
  if (found.end <= room / 2) return excerptOf(line, most);

  const middle = Math.min((found.start + found.end) / 2, found.start + room / 2);
  const earliest = Math.max(0, Math.min(Math.round(middle - room / 2), line.length - room));
  const start = beginningOfWord(line, earliest, found.start);
  const end = endOfWord(line, Math.min(start + room, line.length), found.end);
  return `${start > 0 ? ELLIPSIS : ""}${line.slice(start, end).trim()}${end < line.length ? ELLIPSIS : ""}`;
}

/** The first beginning of a word from `from` on; `from` itself if none is near, but never inside a character. */
function beginningOfWord(line: string, from: number, before: number): number {
  if (from === 0) return 0;
  const space = line.indexOf(" ", from - 1);
  if (space >= 0 && space < Math.min(from + WORD_REACH, before)) return space + 1;
  return isInsidePair(line, from) ? from + 1 : from;
}

function endOfWord(line: string, to: number, after: number): number {
  if (to === line.length) return to;
  const space = line.lastIndexOf(" ", to);
  if (space > Math.max(to - WORD_REACH, after - 1)) return space;
  return isInsidePair(line, to) ? to - 1 : to;
}

/** Whether a cut here would split a surrogate pair. */
function isInsidePair(line: string, place: number): boolean {
  return /^[\udc00-\udfff]/.test(line.charAt(place)) && /^[\ud800-\udbff]/.test(line.charAt(place - 1));
}
