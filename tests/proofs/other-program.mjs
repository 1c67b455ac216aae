/*
 * Another program with its own SQLite. While the server runs, it repeatedly opens the portal's database, reads or writes,
 * and closes it, until its standard input ends. It prints `read`, or the name of each row after it commits it.
 */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";

const [path = "", table = "", withinMilliseconds = "50"] = process.argv.slice(2);

let isDone = false;
process.stdin.resume().once("end", () => {
  isDone = true;
});

while (!isDone) {
  await pause(randomInt(Number(withinMilliseconds)));
  const name = `other-${randomUUID()}`;
  try {
    const database = new Sqlite(path, { fileMustExist: true });
    try {
      // An administrator may set this, and Debian's program does by default.
      database.pragma("synchronous = FULL");
      if (randomInt(2) === 0) {
        database.prepare(`SELECT count(*) FROM ${table}`).get();
        process.stdout.write("read\n");
      } else {
        database.prepare(`INSERT INTO ${table} (name, value) VALUES (?, x'00')`).run(name);
        process.stdout.write(`${name}\n`);
      }
    } finally {
      database.close();
    }
  } catch (error) {
    process.stdout.write(`failed: ${error instanceof Error ? error.message : error}\n`);
  }
}
