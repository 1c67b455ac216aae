import { existsSync, readFileSync, statSync } from "node:fs";

/** Linux's list of file locks. Other systems do not have this file. */
const LIST = "/proc/locks";
export const CAN_READ_LOCKS = existsSync(LIST);

/** A process's lock on a file: `1: POSIX  ADVISORY  READ 4321 fd:01:123456 128 128`. */
const LINE = /^\d+: POSIX +\w+ +(READ|WRITE) (\d+) ([0-9a-f]+):([0-9a-f]+):(\d+) /;

/** The kinds of locks that a process has on a file, sorted: "READ", "WRITE" or both. */
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
 * A running server keeps read locks on its database and on the WAL index, and a write lock on the file that allows only
 * one server. SQLite in another process relies on the read locks before it removes the WAL.
 * @returns a message for each lock that the process does not have
 */
export function missingLocks(pid: number, databasePath: string): string[] {
  const expected = { "": "READ", "-shm": "READ", ".lock": "WRITE" };
  return Object.entries(expected)
    .filter(([suffix, kind]) => !locksOn(pid, databasePath + suffix).includes(kind))
    .map(([suffix, kind]) => `the server has no ${kind} lock on ${databasePath}${suffix}`);
}
