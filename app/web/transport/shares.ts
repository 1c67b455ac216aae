/** Limits how many things each key has in progress, such as connections by address. */
interface Shares {
  /** @returns a function that releases the share, safe to call twice; null if the key has its limit */
  take(key: string): (() => void) | null;
}

/** @param most the limit for each key */
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
