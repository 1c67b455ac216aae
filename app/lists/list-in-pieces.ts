import { LIMITS } from "~/values/limits";

/** Some rows of a list, and how to read the next ones; null at its end. */
export interface Piece<Item> {
  items: Item[];
  next: (() => Piece<Item>) | null;
}

/** Rows of one read. It takes a few milliseconds if their texts are as long as allowed. */
export const PIECE_ROWS = LIMITS.feedPageRows;

/**
 * A list of any length, which is read one piece at a time while it is sent. Only one piece is in memory, and nothing stays
 * open between two pieces.
 */
export class ListInPieces<Item> {
  readonly first: () => Piece<Item>;
  constructor(first: () => Piece<Item>) {
    this.first = first;
  }
}

/**
 * A list in which each piece begins after the last row of the piece before. A row that is written while the list is
 * read may be missing. A row that keeps its place appears once.
 * @param readAfter reads the PIECE_ROWS rows after one, or the first ones
 */
export function listInPieces<Row, Item>(
  readAfter: (last: Row | null) => Row[],
  shown: (row: Row) => Item,
): ListInPieces<Item> {
  const pieceAfter = (after: Row | null): Piece<Item> => {
    const rows = readAfter(after);
    const last = rows.at(-1);
    const isEnd = last === undefined || rows.length < PIECE_ROWS;
    return { items: rows.map(shown), next: isEnd ? null : () => pieceAfter(last) };
  };
  return new ListInPieces(() => pieceAfter(null));
}

export function* piecesOf<Item>(list: ListInPieces<Item>): Generator<Piece<Item>, void, void> {
  for (let piece = list.first(); ; piece = piece.next()) {
    yield piece;
    if (piece.next === null) return;
  }
}
