/** Adds the path, because SQLite's own message does not name the file. */
export function cannotOpen(path: string, cause: unknown): Error {
  return new Error(`Cannot open ${path}: ${cause instanceof Error ? cause.message : cause}`, { cause });
}
