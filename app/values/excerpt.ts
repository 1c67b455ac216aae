/**
 * The beginning of a text on one line: whole words, and at most `max` characters with the ellipsis that says that more
 * follows. A word is cut only when little would be left without it.
 */
export function excerptOf(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const lastSpace = line.lastIndexOf(" ", max - 1);
  // A pair of surrogates is one character: half of it must not be left at the end.
  const cut = lastSpace > max / 3 ? line.slice(0, lastSpace) : line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut}…`;
}
