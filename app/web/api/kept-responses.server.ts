import type { ListInPieces } from "~/lists/list-in-pieces";
import type { PageLinks } from "~/operations/versioned";
import type { OriginPiece } from "~/values/any-origin";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS } from "~/values/limits";

/** A piece of an answer: bytes, or a text that each origin has in another way. */
type KeptPiece = Uint8Array | Exclude<OriginPiece, string>;

/** What an answer is made of, ready to be sent to every origin as often as it is asked for. */
export interface KeptAnswer {
  pieces: readonly KeptPiece[];
  contentType: string;
  links: PageLinks;
  /** A list that is too long to be kept as one answer. Its pieces are kept as they are read. */
  list?: ListInPieces<unknown>;
}

/** What can be kept: the bytes of its pieces are counted. */
interface Kept {
  pieces: readonly KeptPiece[];
}

interface Entry {
  answer: Promise<Kept>;
  /** Known once it is made. */
  bytes: number;
}

/**
 * Keeps the answers that were last asked for, by their version, within a bound of memory. Requests that come while an
 * answer is made wait for that one, so no one can have it made again and again.
 */
export function keepAnswers({ bytes: most, count }: { bytes: number; count: number } = LIMITS.keptAnswers) {
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

  return <Answer extends Kept>(version: string, make: () => Promise<Answer>): Promise<Answer> => {
    const kept = entries.get(version);
    if (kept) {
      // The last asked for is last.
      entries.delete(version);
      entries.set(version, kept);
      // Every caller makes the same kind of answer for a version.
      return kept.answer as Promise<Answer>;
    }
    const answer = make();
    const entry: Entry = { answer, bytes: 0 };
    entries.set(version, entry);
    answer.then(
      ({ pieces }) => {
        if (entries.get(version) !== entry) return;
        entry.bytes = pieces.reduce((sum, piece) => sum + (piece instanceof Uint8Array ? piece.byteLength : 0), 0);
        total += entry.bytes;
        dropOldest();
      },
      () => drop(version, entry),
    );
    return answer;
  };
}

const encoder = new TextEncoder();

/** Characters that are encoded at once, and bytes that are sent at once. */
const PIECE_CHARACTERS = 64 * 1024;
const PIECE_BYTES = 64 * 1024;

/** JSON of a value as bytes. A long list is written in turns: other requests go in between. */
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

/** The pieces of a text, as they are kept. */
export const keptPieces = (pieces: readonly OriginPiece[]): KeptPiece[] =>
  pieces.map((piece) => (typeof piece === "string" ? encoder.encode(piece) : piece));

/**
 * The body of a kept answer for an origin. Small ones are put together at once. Of large ones all readers share the
 * pieces, and a reader who is slow holds no copy.
 */
export function bodyFor({ pieces: kept }: Pick<KeptAnswer, "pieces">, origin: string): KeptBody {
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
  /** Of a stream, which does not show it. */
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
