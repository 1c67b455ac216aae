import { LIMITS } from "../limits";

/** Some rows of a list, and how it goes on behind them; null at its end. */
export interface Piece<Item> {
  items: Item[];
  next: (() => Piece<Item>) | null;
}

/** So many rows are read at once, with texts as long as they can be: a few milliseconds. */
export const PIECE_ROWS = LIMITS.feedPageRows;

/**
 * A list of any length, read a piece at a time by whoever sends it. Nothing is held open between two pieces, and no more
 * than one of them is in memory.
 */
export class ListInPieces<Item> {
  readonly first: () => Piece<Item>;
  constructor(first: () => Piece<Item>) {
    this.first = first;
  }
}

/**
 * A list each piece of which begins behind the last row of the one before. What is written meanwhile may show or not;
 * a row that stays where it is comes once.
 * @param readAfter the next PIECE_ROWS rows behind one, or the first
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

/** The pieces of a list, one after another. */
export function* piecesOf<Item>(list: ListInPieces<Item>): Generator<Piece<Item>, void, void> {
  for (let piece = list.first(); ; piece = piece.next()) {
    yield piece;
    if (piece.next === null) return;
  }
}
