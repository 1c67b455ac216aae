import type { Document } from "./document";

const LINE_CHARACTERS = 78;

/** Breaks a text into lines of at most `width` characters, at spaces. A longer word keeps a line of its own. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** Who wrote a document and when, for the line below its title. */
export function byline({ author, date }: Document): string {
  return `${author} · ${date.toISOString().slice(0, 10)}`;
}

/** Plain text in UTF-8. */
export function makeText(document: Document): Uint8Array {
  const blocks = [
    wrap(document.title, LINE_CHARACTERS),
    wrap(byline(document), LINE_CHARACTERS),
    ...document.sections.flatMap(({ heading, paragraphs }) => [
      [heading, "-".repeat(heading.length)],
      ...paragraphs.map((paragraph) => wrap(paragraph, LINE_CHARACTERS)),
    ]),
  ];
  return Buffer.from(`${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`);
}
