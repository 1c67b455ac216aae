/** Repeatable random values: the same seed gives the same demonstration. Never use it for secrets. */
export interface Random {
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  pick<Value>(values: readonly Value[]): Value;
  bytes(size: number): Uint8Array;
}

/** The 32-bit generator known as mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick(values) {
      const picked = values[below(values.length)];
      if (picked === undefined) throw new Error("Nothing to pick from");
      return picked;
    },
    bytes: (size) => Uint8Array.from({ length: size }, () => below(256)),
  };
}

/** A seed derived from a text, so that adding a record does not change the random values of others. */
export function seedOf(text: string): number {
  let seed = 0x811c9dc5;
  for (const character of text) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return seed;
}
