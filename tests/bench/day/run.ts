import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { closeDatabase, migrateDatabase, openDatabase } from "#db/open";
import { readSettings } from "~/settings.server";
import { PORTAL, startServer } from "../../support/server-process";
import { measureAlone } from "./alone";
import { EDITS } from "./edits";
import { generateLedger } from "./generate";
import { measureLoad } from "./load";
import { choosePeople, chooseRecords } from "./people";
import { READS } from "./reads";

/*
 * `npm run bench:day`: the peak of a day at a large agency. It generates a ledger, measures each kind of read alone, and
 * then has 300 people who are signed in and 2,000 visitors work at once.
 */

const { values: options } = parseArgs({
  options: {
    /** Submissions. Everything else is in proportion. */
    records: { type: "string", default: "1000000" },
    /** A folder for the ledger. If it has one from an earlier run, that is used again. */
    ledger: { type: "string" },
    keep: { type: "boolean", default: false },
    seconds: { type: "string", default: "180" },
    /** The share of all people who are there, for a slow or busy machine. */
    crowd: { type: "string", default: "1" },
    /** Only kinds of reads with this in their name are measured alone. */
    only: { type: "string", default: "" },
    "no-alone": { type: "boolean", default: false },
    "no-load": { type: "boolean", default: false },
  },
});

const crowd = Number(options.crowd);
const POPULATION = {
  administrators: Math.ceil(6 * crowd),
  government: Math.ceil(150 * crowd),
  industry: Math.ceil(144 * crowd),
  visitors: Math.ceil(2_000 * crowd),
};
const WARM_UP_SECONDS = 30;
/** The server reads the words of the search after its start. */
const SETTLE_SECONDS = 20;

const folder = options.ledger ?? mkdtempSync(join(tmpdir(), "bench-day-"));
process.on("exit", () => {
  if (options.ledger !== undefined || options.keep) process.stdout.write(`Kept: ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

const databasePath = join(folder, "ledger.sqlite");
process.stdout.write(`Node ${process.version}, ${availableParallelism()} cores\n`);
if (!existsSync(databasePath)) {
  process.stdout.write(`Generating a ledger with ${options.records} submissions:\n`);
  await generateLedger(folder, Number(options.records));
}

const environment = {
  DATABASE_PATH: databasePath,
  UPLOADS_DIR: join(folder, "uploads"),
  BACKUP_DIR: join(folder, "backup"),
  TRUSTED_PROXY_HOPS: "1",
  ANSWER_WITHIN_DAYS: "20",
};
const db = openDatabase(databasePath);
migrateDatabase(db);
const people = choosePeople(db, readSettings(environment), POPULATION);
const records = chooseRecords(db);
closeDatabase(db);

// Not through a pipe, because this process is busy at times, and a full pipe would block the server.
const log = join(folder, "log");
rmSync(log, { force: true });
const server = await startServer(PORTAL, environment, log);
try {
  await pause(SETTLE_SECONDS * 1_000);
  const reads = READS.filter(({ name }) => name.includes(options.only));
  if (!options["no-alone"]) await measureAlone(server, reads, people, records);
  if (!options["no-load"]) {
    const kinds = [...READS, ...EDITS];
    const seconds = Number(options.seconds);
    await measureLoad({ server, databasePath, kinds, people, records, warmUpSeconds: WARM_UP_SECONDS, seconds });
  }
} finally {
  await server.stop();
}
