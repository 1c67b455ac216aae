/**
 * The beginning of a text on one line: whole words, at most `max` characters with the final ellipsis. It cuts a word
 * only if little would be left otherwise.
 */
export function excerptOf(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const lastSpace = line.lastIndexOf(" ", max - 1);
  // A surrogate pair is one character. Do not leave half of it at the end.
  const cut = lastSpace > max / 3 ? line.slice(0, lastSpace) : line.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut}…`;
}
