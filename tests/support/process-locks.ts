import { existsSync, readFileSync, statSync } from "node:fs";

/** Linux's list of file locks; elsewhere there is none to read. */
const LIST = "/proc/locks";
export const CAN_READ_LOCKS = existsSync(LIST);

/** A lock of a process on a file: `1: POSIX  ADVISORY  READ 4321 fd:01:123456 128 128`. */
const LINE = /^\d+: POSIX +\w+ +(READ|WRITE) (\d+) ([0-9a-f]+):([0-9a-f]+):(\d+) /;

/** What the kernel says that a process has locked of a file: "READ", "WRITE" or both, in this order. */
export function locksOn(pid: number, path: string): string[] {
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file) return [];
  const kinds = readFileSync(LIST, "utf8")
    .split("\n")
    .map((line) => LINE.exec(line))
    .filter((found) => found !== null && Number(found[2]) === pid && Number(found[5]) === file.ino)
    .map((found) => found?.[1] ?? "");
  return [...new Set(kinds)].sort();
}

/**
 * A server that has its database open keeps a read lock on the file and on the index of its log, and a write lock on the
 * file that lets in one server only. SQLite in another process counts on the first two before it removes the log.
 * @returns which of them a process does not have, in words.
 */
export function missingLocks(pid: number, databasePath: string): string[] {
  const expected = { "": "READ", "-shm": "READ", ".lock": "WRITE" };
  return Object.entries(expected)
    .filter(([suffix, kind]) => !locksOn(pid, databasePath + suffix).includes(kind))
    .map(([suffix, kind]) => `the server has no ${kind} lock on ${databasePath}${suffix}`);
}
