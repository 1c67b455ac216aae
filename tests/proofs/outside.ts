import { spawn } from "node:child_process";
import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { ensureProgram } from "../support/debian.mjs";
import { outcomeOf } from "../support/server-process";
import type { Finding } from "./proof";

/* Programs that use a portal's database beside its server, as an administrator, a copy job or a report may. */

/** A table that nothing else writes to while a server runs. */
export const OUTSIDE_TABLE = "installation_secret";
const WITHIN_MILLISECONDS = 50;
/** Another program held the lock for longer than this one waits. That is allowed and not a fault. */
const BUSY = /database is locked/;

export interface OutsidePrograms {
  /** How often each of them opened the database and closed it. */
  readonly uses: number;
  /** The names of the rows that they wrote. */
  readonly written: readonly string[];
  /** Their errors, as text. */
  readonly faults: readonly string[];
  stop(): Promise<void>;
}

/** Starts Debian's `sqlite3` and a second better-sqlite3, which read and write at random until they are stopped. */
export function startOutsidePrograms(databasePath: string): OutsidePrograms {
  const shell = ensureProgram("sqlite3", "sqlite3");
  const seen = { uses: 0, written: [] as string[], faults: [] as string[] };
  const fail = (message: string) => void (BUSY.test(message) || seen.faults.push(message));

  const second = spawn(
    process.execPath,
    ["tests/proofs/outside-program.mjs", databasePath, OUTSIDE_TABLE, `${WITHIN_MILLISECONDS}`],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  createInterface({ input: second.stdout }).on("line", (line) => {
    seen.uses += 1;
    if (line.startsWith("failed: ")) fail(line);
    else if (line !== "read") seen.written.push(line);
  });

  let isOver = false;
  const runShells = async () => {
    while (!isOver) {
      await pause(randomInt(WITHIN_MILLISECONDS));
      const name = `outside-${randomUUID()}`;
      const isRead = randomInt(2) === 0;
      const sql = isRead ? "SELECT 1" : `INSERT INTO ${OUTSIDE_TABLE} (name, value) VALUES ('${name}', x'00')`;
      const { code, stderr } = await outcomeOf([shell, "-cmd", ".timeout 5000", databasePath, sql], {});
      seen.uses += 1;
      if (code !== 0) fail(stderr);
      else if (!isRead) seen.written.push(name);
    }
  };
  const shells = runShells();

  return Object.assign(seen, {
    async stop() {
      isOver = true;
      second.stdin.end();
      await Promise.all([shells, second.exitCode === null && once(second, "close")]);
    },
  });
}

/** What the other programs did, and that none of them met a fault. */
export const outsideFinding = ({ uses, written, faults }: OutsidePrograms): Finding => ({
  what: "other programs that read and wrote the database meanwhile",
  figure: faults.length > 0 ? `${faults.length} faults: ${faults[0]}` : `${uses} times, ${written.length} rows written`,
  bound: "no fault",
  holds: faults.length === 0 && written.length > 0,
});
