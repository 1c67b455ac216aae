import { spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { ensureProgram } from "../support/debian.mjs";
import { outcomeOf } from "../support/server-process";
import type { Finding } from "./proof";

/* Programs that use a portal's database while its server runs, as an administrator, a copy job or a report may. */

/** A table that a running server does not write to. */
export const OTHER_PROGRAMS_TABLE = "installation_secret";
const WITHIN_MILLISECONDS = 50;
/** Another program held the lock for too long. This is allowed. */
const BUSY = /database is locked/;

export interface OtherPrograms {
  /** How often they opened and closed the database, in all. */
  readonly uses: number;
  /** The names of the rows that they wrote. */
  readonly written: readonly string[];
  /** Their errors, as text. */
  readonly errors: readonly string[];
  stop(): Promise<void>;
}

/** Starts Debian's `sqlite3` and a second better-sqlite3, which read and write at random until they are stopped. */
export function startOtherPrograms(databasePath: string): OtherPrograms {
  const shell = ensureProgram("sqlite3", "sqlite3");
  const seen = { uses: 0, written: [] as string[], errors: [] as string[] };
  const fail = (message: string) => void (BUSY.test(message) || seen.errors.push(message));

  const second = spawn(
    process.execPath,
    ["tests/proofs/other-program.mjs", databasePath, OTHER_PROGRAMS_TABLE, `${WITHIN_MILLISECONDS}`],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  createInterface({ input: second.stdout }).on("line", (line) => {
    seen.uses += 1;
    if (line.startsWith("failed: ")) fail(line);
    else if (line !== "read") seen.written.push(line);
  });

  let isDone = false;
  const runShells = async () => {
    while (!isDone) {
      await pause(randomInt(WITHIN_MILLISECONDS));
      const name = `other-${randomUUID()}`;
      const isRead = randomInt(2) === 0;
      const sql = isRead ? "SELECT 1" : `INSERT INTO ${OTHER_PROGRAMS_TABLE} (name, value) VALUES ('${name}', x'00')`;
      const { code, stderr } = await outcomeOf([shell, "-cmd", ".timeout 5000", databasePath, sql], {});
      seen.uses += 1;
      if (code !== 0) fail(stderr);
      else if (!isRead) seen.written.push(name);
    }
  };
  const shells = runShells();

  return Object.assign(seen, {
    async stop() {
      isDone = true;
      second.stdin.end();
      await Promise.all([shells, second.exitCode === null && once(second, "close")]);
    },
  });
}

/** Reports what the other programs did. They must not get errors. */
export const otherProgramsFinding = ({ uses, written, errors }: OtherPrograms): Finding => ({
  what: "other programs reading and writing the database meanwhile",
  figure: errors.length > 0 ? `${errors.length} errors: ${errors[0]}` : `${uses} times, ${written.length} rows written`,
  bound: "no errors",
  holds: errors.length === 0 && written.length > 0,
});
