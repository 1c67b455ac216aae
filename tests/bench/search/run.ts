import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { closeDatabase, openDatabase, refreshStatistics } from "#db/open";
import { report } from "../measure";
import { compare } from "./comparison";
import { reportHeavyQueries, reportInserts, reportMix, reportQuality, reportVocabulary } from "./figures";
import { reportLedger } from "./ledger";
import { askAll, byTurns, find, openSearch, type QueryResult } from "./product";
import { MISSPELLED, makeClasses, makeMisspelled } from "./queries";

/*
 * `npm run bench:search -- --records 100000`: measures the search on a synthetic corpus, and PostgreSQL on the same corpus if
 * it is installed. Only the ratios are meaningful. The absolute figures depend on the machine.
 */

const ROUNDS = 2;

const { values: options } = parseArgs({
  options: {
    records: { type: "string", default: "100000" },
    queries: { type: "string", default: "100" },
    "no-postgres": { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    // One that an earlier run kept, with as many records.
    database: { type: "string" },
  },
});

const folder = mkdtempSync(join(tmpdir(), "bench-search-"));
process.on("exit", () => {
  if (options.keep) process.stdout.write(`Kept: ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

await bench(Number(options.records), Number(options.queries));

async function bench(records: number, queries: number): Promise<void> {
  process.stdout.write(`Node ${process.version}, ${availableParallelism()} cores, ${records} records\n`);
  const path = options.database ?? join(folder, "ledger.sqlite");
  if (options.database === undefined) await load(path, records);
  const db = openDatabase(path);
  refreshStatistics(db);

  const search = openSearch(db, "hybrid");
  const fullText = openSearch(db, "fulltext");
  const findsNothing = async (text: string) => (await find(fullText, text)).total === 0;
  const misspelled = await makeMisspelled(records, queries * 2, findsNothing);
  await reportVocabulary(search, misspelled);
  const classes = [
    ...makeClasses(db, records, queries),
    { name: MISSPELLED, queries: misspelled, limits: { median: 0.1, p95: 0.1 } },
  ];
  const asked = byTurns(classes, queries);
  await askAll(db, search, asked);
  const results: QueryResult[] = [];
  for (let round = 0; round < ROUNDS; round += 1) results.push(...(await askAll(db, search, asked)));

  reportMix(records, results);
  await reportQuality(db, records, results);
  await reportHeavyQueries(search);
  await reportLedger(db, records, queries, !options["no-postgres"]);
  await reportInserts(path, folder, records);
  await compare({ classes, results, records, isWanted: !options["no-postgres"] });
  closeDatabase(db);
}

/** Loads the corpus in a separate process, so that leftover memory does not count for the search. */
async function load(path: string, records: number): Promise<void> {
  const started = performance.now();
  const program = ["--import", "tsx", "tests/bench/search/load.ts", path, String(records)];
  const loader = spawn(process.execPath, program, { stdio: "inherit" });
  const stop = () => loader.kill();
  process.once("exit", stop);
  const [code] = await once(loader, "exit");
  process.removeListener("exit", stop);
  if (code !== 0) throw new Error(`Loading exited with ${code}`);
  const megabytes = (statSync(path).size / 2 ** 20).toFixed(0);
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  report(
    "size of the database with its index, and loading time",
    `${megabytes} MB, ${seconds} s`,
    "for information",
    true,
  );
}
