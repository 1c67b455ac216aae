import type { ListInPieces, Piece } from "../domain/list-in-pieces";
import { inTurns } from "../turns";
import { jsonBytes } from "./kept-answers.server";

const encoder = new TextEncoder();
const COMMA = encoder.encode(",");

/** A piece that is still to be read. */
interface UnreadPiece {
  /** By which it is kept. */
  name: string;
  read: () => Piece<unknown>;
}

/** A piece of a list as JSON, without brackets around it, and how the list goes on. */
export interface WrittenPiece {
  pieces: readonly [Uint8Array];
  next: UnreadPiece | null;
}

/** Keeps written pieces for others who ask for the same list, by their name. */
type Keep = (name: string, write: () => Promise<WrittenPiece>) => Promise<WrittenPiece>;

const FIRST = "first";
let piecesWritten = 0;

/**
 * Names the piece behind one that was just written. A piece that was forgotten and is read again may end at another row:
 * then what follows it has another name too, or its reader would miss rows or get them twice.
 */
function nextName(): string {
  piecesWritten += 1;
  return String(piecesWritten);
}

interface Sending {
  isEnveloped: boolean;
  keep?: Keep;
  /** Told of a failure after the answer has begun. Its reader sees a broken transfer. */
  failed: (error: unknown) => void;
}

/**
 * A list as the body of an answer: whole where it is one piece, else a stream that reads each piece when it is asked for.
 * @throws what reading the first piece throws, while the answer can still have another status
 */
export async function listBody(
  list: ListInPieces<unknown>,
  { isEnveloped, keep = (_name, write) => write(), failed }: Sending,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const [before, after] = (isEnveloped ? ['{"data":[', "]}"] : ["[", "]"]).map((text) => encoder.encode(text));
  const letOthersGo = inTurns();
  const written = ({ name, read }: UnreadPiece) =>
    keep(name, async () => {
      await letOthersGo();
      const { items, next } = read();
      const bytes = await jsonBytes(items, false);
      return { pieces: [bytes.subarray(1, -1)], next: next && { name: nextName(), read: next } };
    });

  const first = await written({ name: FIRST, read: list.first });
  const begun = joined(before, first.pieces[0]);
  if (first.next === null) return joined(begun, after);

  let next: WrittenPiece["next"] = first.next;
  let unsent: Uint8Array | null = begun;
  let hasLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (unsent) {
          controller.enqueue(unsent);
          unsent = null;
          return;
        }
        if (next === null) {
          controller.enqueue(after as Uint8Array);
          return controller.close();
        }
        try {
          const piece: WrittenPiece = await written(next);
          // A reader who left while it was written gets no more, and that is no failure.
          if (hasLeft) return;
          next = piece.next;
          const [bytes] = piece.pieces;
          // The last piece may have nothing in it; a stream must be given something at each turn.
          if (bytes.byteLength > 0) return controller.enqueue(joined(COMMA, bytes));
          controller.enqueue(after as Uint8Array);
          controller.close();
        } catch (error) {
          if (!hasLeft) failed(error);
          throw error;
        }
      },
      cancel() {
        hasLeft = true;
      },
    },
    // Nothing is read of it before its reader asks.
    { highWaterMark: 0 },
  );
}

const joined = (...parts: (Uint8Array | undefined)[]): Uint8Array =>
  Buffer.concat(parts.filter((part) => part !== undefined));
