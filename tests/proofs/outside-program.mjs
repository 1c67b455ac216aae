/*
 * Another program with an SQLite of its own. It opens a portal's database beside the server, reads or writes, and closes
 * it, again and again until its standard input ends. It prints `read`, or
 * the name of a row once it has committed it.
 */
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";

const [path = "", table = "", withinMilliseconds = "50"] = process.argv.slice(2);

let isOver = false;
process.stdin.resume().once("end", () => {
  isOver = true;
});

while (!isOver) {
  await pause(randomInt(Number(withinMilliseconds)));
  const name = `outside-${randomUUID()}`;
  try {
    const database = new Sqlite(path, { fileMustExist: true });
    try {
      // What an administrator may set, and Debian's program has by itself.
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
