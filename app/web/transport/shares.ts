/** Counts what is under way for each of many, such as connections by address. */
export interface Shares {
  /** @returns what ends it (calling it twice does no harm), or null where this one has all that it may. */
  take(key: string): (() => void) | null;
}

/** @param most how much may be under way for each key at once */
export function createShares(most: number): Shares {
  const counts = new Map<string, number>();
  return {
    take(key) {
      const count = counts.get(key) ?? 0;
      if (count >= most) return null;
      counts.set(key, count + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const left = (counts.get(key) ?? 1) - 1;
        if (left === 0) counts.delete(key);
        else counts.set(key, left);
      };
    },
  };
}
