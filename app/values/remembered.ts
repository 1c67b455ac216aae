/**
 * A function that keeps its latest results, so that work on the same key is done once.
 * @param most results are kept; the oldest goes first
 * @param make has no side effects, and depends on nothing but the key
 */
export function remembered<Result>(most: number, make: (key: string) => Result): (key: string) => Result {
  const results = new Map<string, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as Result;
    const result = make(key);
    const [oldest] = results.size < most ? [] : results.keys();
    if (oldest !== undefined) results.delete(oldest);
    results.set(key, result);
    return result;
  };
}
