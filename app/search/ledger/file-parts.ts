/** About ten pages. Indexing as much takes a few milliseconds, in which other requests wait. */
const PART_CHARACTERS = 30_000;

/** Text on one page of a file, or as much of a long page as fits into a part. */
interface PagePiece {
  /** From 1. */
  page: number;
  text: string;
}

/** Cuts the pages of a file into the parts that are entries of the index: whole pages, unless one is very long. */
export function partsOf(pages: readonly string[]): PagePiece[][] {
  const parts: PagePiece[][] = [];
  let room = 0;
  for (const piece of pages.flatMap((text, index) => piecesOf(text, index + 1))) {
    if (piece.text.length > room) {
      parts.push([]);
      room = PART_CHARACTERS;
    }
    parts.at(-1)?.push(piece);
    room -= piece.text.length;
  }
  return parts;
}

function piecesOf(text: string, page: number): PagePiece[] {
  const pieces: PagePiece[] = [];
  for (let from = 0; from < text.length; ) {
    const most = from + PART_CHARACTERS;
    const blank = most < text.length ? text.lastIndexOf(" ", most) : -1;
    const to = blank > from ? blank : Math.min(most, text.length);
    pieces.push({ page, text: text.slice(from, to) });
    from = to;
  }
  return pieces;
}
