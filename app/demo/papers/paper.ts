import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Section } from "~/demo/formats/document";

/**
 * Reads a long text of this folder: headings after `# `, and paragraphs, with an empty line between any two.
 * @param name without the extension
 */
export function readPaper(name: string): Section[] {
  const text = readFileSync(join(import.meta.dirname, `${name}.txt`), "utf8");
  return text.split(/^# /m).flatMap((part) => {
    const [heading, ...paragraphs] = part.trim().split(/\n{2,}/);
    return heading ? [{ heading, paragraphs }] : [];
  });
}
