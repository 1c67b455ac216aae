import type { ListInPieces } from "~/lists/list-in-pieces";
import type { PageLinks } from "~/operations/versioned";
import type { OriginPiece } from "~/values/any-origin";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS } from "~/values/limits";

/** A piece of a response: bytes, or text that depends on the origin. */
type KeptPiece = Uint8Array | Exclude<OriginPiece, string>;

/** A response that is kept in memory, for requests to any origin. */
export interface KeptResponse {
  pieces: readonly KeptPiece[];
  contentType: string;
  links: PageLinks;
  /** A list that is too long to keep as one response. Its pieces are kept as they are read. */
  list?: ListInPieces<unknown>;
}

interface Kept {
  pieces: readonly KeptPiece[];
}

interface Entry {
  response: Promise<Kept>;
  /** 0 until the response is made. */
  bytes: number;
}

/**
 * Keeps the most recently requested responses by version, within a limit of memory. Requests for a response that is being
 * made wait for it, so nobody can have it made many times at once.
 */
export function keepResponses({ bytes: most, count }: { bytes: number; count: number } = LIMITS.keptResponses) {
  const entries = new Map<string, Entry>();
  let total = 0;

  const drop = (version: string, entry: Entry) => {
    if (entries.get(version) !== entry) return;
    entries.delete(version);
    total -= entry.bytes;
  };
  const dropOldest = () => {
    for (const [version, entry] of entries) {
      if (total <= most && entries.size <= count) return;
      drop(version, entry);
    }
  };

  return <Made extends Kept>(version: string, make: () => Promise<Made>): Promise<Made> => {
    const kept = entries.get(version);
    if (kept) {
      // Moves it to the end, as the most recently requested.
      entries.delete(version);
      entries.set(version, kept);
      // Every caller makes the same kind of response for a version.
      return kept.response as Promise<Made>;
    }
    const response = make();
    const entry: Entry = { response, bytes: 0 };
    entries.set(version, entry);
    response.then(
      ({ pieces }) => {
        if (entries.get(version) !== entry) return;
        entry.bytes = pieces.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.byteLength : 0), 0);
        total += entry.bytes;
        dropOldest();
      },
      () => drop(version, entry),
    );
    return response;
  };
}

const encoder = new TextEncoder();

const PIECE_CHARACTERS = 64 * 1024;
const PIECE_BYTES = 64 * 1024;

/** JSON of a value as bytes. A long list is written in turns with other requests. */
export async function jsonBytes(value: unknown, isEnveloped: boolean): Promise<Uint8Array> {
  const [before, after] = isEnveloped ? ['{"data":', "}"] : ["", ""];
  if (!Array.isArray(value)) return encoder.encode(before + JSON.stringify(value) + after);
  const yieldIfDue = yieldDuringLongTask();
  const pieces: Uint8Array[] = [];
  let text = `${before}[`;
  for (const [index, item] of value.entries()) {
    text += (index > 0 ? "," : "") + JSON.stringify(item);
    if (text.length < PIECE_CHARACTERS) continue;
    pieces.push(encoder.encode(text));
    text = "";
    await yieldIfDue();
  }
  pieces.push(encoder.encode(`${text}]${after}`));
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
}

export const keptPieces = (pieces: readonly OriginPiece[]): KeptPiece[] =>
  pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece) : piece));

/**
 * The body of a kept response for an origin. A small body is copied into one piece. Readers of a large one share its
 * pieces, so a slow reader holds no copy.
 */
export function bodyFor({ pieces: kept }: Pick<KeptResponse, "pieces">, origin: string): KeptBody {
  const filled = kept.map((piece) => (piece instanceof Uint8Array ? piece : encoder.encode(piece(origin))));
  if (filled.length === 1) return { body: filled[0] as Uint8Array };
  const sizeBytes = filled.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (sizeBytes <= PIECE_BYTES) return { body: Buffer.concat(filled) };
  const pieces = inPieces(filled);
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = pieces.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
  return { body, sizeBytes };
}

interface KeptBody {
  body: Uint8Array | ReadableStream<Uint8Array>;
  /** The size of a stream; a whole body has its own. */
  sizeBytes?: number;
}

function* inPieces(filled: readonly Uint8Array[]): Generator<Uint8Array, undefined> {
  let some: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of filled) {
    some.push(piece);
    bytes += piece.byteLength;
    if (bytes < PIECE_BYTES) continue;
    yield some.length === 1 ? piece : Buffer.concat(some);
    some = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(some);
  return undefined;
}
