import type { ListInPieces, Piece } from "~/lists/list-in-pieces";
import { yieldDuringLongTask } from "~/values/event-loop";
import { jsonBytes } from "./kept-responses.server";

const COMMA = ",".charCodeAt(0);

interface UnreadPiece {
  /** Its name in the cache. */
  name: string;
  read: () => Piece<unknown>;
}

/**
 * A piece of a list as JSON, with the bracket or comma before it, and the next piece. Its bytes are sent unchanged, so that
 * all readers of a kept piece share them and a slow reader holds no copy.
 */
interface WrittenPiece {
  pieces: readonly [Uint8Array];
  next: UnreadPiece | null;
}

/** Keeps written pieces by name, for others who ask for the same list. */
type Keep = (name: string, write: () => Promise<WrittenPiece>) => Promise<WrittenPiece>;

const FIRST = "first";
let piecesWritten = 0;

/**
 * Names the piece after one that was just written. A piece that was dropped and is read again may end at another row. The
 * next piece then needs another name, or its reader would miss rows or get them twice.
 */
function nextName(): string {
  piecesWritten += 1;
  return String(piecesWritten);
}

interface Sending {
  isEnveloped: boolean;
  keep?: Keep;
  /** Called if reading fails after the response has started. The reader sees a broken transfer. */
  failed: (error: unknown) => void;
}

/**
 * Writes a list as the body of a response: whole if it is one piece, otherwise a stream that reads each piece when the
 * reader takes it.
 * @throws what reading the first piece throws, while the response can still have another status
 */
export async function listBody(
  list: ListInPieces<unknown>,
  { isEnveloped, keep = (_name, write) => write(), failed }: Sending,
): Promise<Uint8Array | ReadableStream<Uint8Array>> {
  const after = new TextEncoder().encode(isEnveloped ? "]}" : "]");
  const yieldIfDue = yieldDuringLongTask();
  const written = ({ name, read }: UnreadPiece) =>
    keep(name, async () => {
      await yieldIfDue();
      const { items, next } = read();
      const bytes = name === FIRST ? await beginning(items, isEnveloped) : await continuation(items);
      return { pieces: [bytes], next: next && { name: nextName(), read: next } };
    });

  const first = await written({ name: FIRST, read: list.first });
  const [begun] = first.pieces;
  if (first.next === null) return Buffer.concat([begun, after]);

  let next: WrittenPiece["next"] = first.next;
  let unsent: Uint8Array | null = begun;
  let hasLeft = false;
  /** The next piece that is not empty, because every row of a piece may be gone. Null at the end of the list. */
  const more = async (): Promise<Uint8Array | null> => {
    while (next !== null && !hasLeft) {
      const piece: WrittenPiece = await written(next);
      next = piece.next;
      const [bytes] = piece.pieces;
      if (bytes.byteLength > 0) return bytes;
    }
    return null;
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const bytes = unsent ?? (await more());
          unsent = null;
          // It is not a failure if the reader left while the piece was written.
          if (hasLeft) return;
          controller.enqueue(bytes ?? after);
          if (bytes === null) controller.close();
        } catch (error) {
          if (!hasLeft) failed(error);
          throw error;
        }
      },
      cancel() {
        hasLeft = true;
      },
    },
    // Reads nothing before the reader takes it.
    { highWaterMark: 0 },
  );
}

/** The list up to its first items, without the closing brackets. */
async function beginning(items: unknown[], isEnveloped: boolean): Promise<Uint8Array> {
  const bytes = await jsonBytes(items, isEnveloped);
  return bytes.subarray(0, isEnveloped ? -2 : -1);
}

/** More items after a comma; empty if there are none. */
async function continuation(items: unknown[]): Promise<Uint8Array> {
  if (items.length === 0) return new Uint8Array();
  const bytes = await jsonBytes(items, false);
  bytes[0] = COMMA;
  return bytes.subarray(0, -1);
}
