/** SQLite's own message does not say which file it speaks of. */
export function cannotOpen(path: string, cause: unknown): Error {
  return new Error(`Cannot open ${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
