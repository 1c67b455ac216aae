import { LIMITS } from "../limits";
import { inTurns } from "../turns";

/** What an answer is made of, ready to be sent as often as it is asked for. */
export interface KeptAnswer {
  bytes: Uint8Array;
  contentType: string;
  headers: [name: string, value: string][];
}

interface Entry {
  answer: Promise<KeptAnswer>;
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

  return (version: string, make: () => Promise<KeptAnswer>): Promise<KeptAnswer> => {
    const kept = entries.get(version);
    if (kept) {
      // The last asked for is last.
      entries.delete(version);
      entries.set(version, kept);
      return kept.answer;
    }
    const entry: Entry = { answer: make(), bytes: 0 };
    entries.set(version, entry);
    entry.answer.then(
      ({ bytes }) => {
        if (entries.get(version) !== entry) return;
        entry.bytes = bytes.byteLength;
        total += entry.bytes;
        dropOldest();
      },
      () => drop(version, entry),
    );
    return entry.answer;
  };
}

const encoder = new TextEncoder();

/** Characters that are encoded at once. */
const PIECE_CHARACTERS = 64 * 1024;

/** JSON of a value as bytes. A long list is written in turns: other requests go in between. */
export async function jsonBytes(value: unknown, isEnveloped: boolean): Promise<Uint8Array> {
  const [before, after] = isEnveloped ? ['{"data":', "}"] : ["", ""];
  if (!Array.isArray(value)) return encoder.encode(before + JSON.stringify(value) + after);
  const letOthersGo = inTurns();
  const pieces: Uint8Array[] = [];
  let text = `${before}[`;
  for (const [index, item] of value.entries()) {
    text += (index > 0 ? "," : "") + JSON.stringify(item);
    if (text.length < PIECE_CHARACTERS) continue;
    pieces.push(encoder.encode(text));
    text = "";
    await letOthersGo();
  }
  pieces.push(encoder.encode(`${text}]${after}`));
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
}

/** Text as bytes. */
export const textBytes = (text: string): Uint8Array => encoder.encode(text);
