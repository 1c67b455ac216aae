import type { Database } from "#db/open";
import { report } from "../measure";
import { residentMegabytes } from "../portal-process";
import { loadLedger, timeLedgerInPostgres } from "./ledger-postgres";
import { findInLedger, indexBytes, type LedgerTimes, openLedger, timeLedger } from "./ledger-product";
import { HEAVY_LEDGER_QUERIES, type LedgerClass, makeLedgerClasses } from "./ledger-queries";
import { findPostgres, startPostgres } from "./postgres";
import { printTable } from "./table";

/** What a query may take, and how long it may keep others from their turn, at every size. */
const LIMITS = { milliseconds: 1_000, hold: 50 };
const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;

/** Measures the search of the whole ledger, beside PostgreSQL if it is wanted and installed. */
export async function reportLedger(db: Database, records: number, count: number, isPostgresWanted: boolean) {
  report("ledger: size of its index", megabytes(indexBytes(db)), "for information", true);
  const classes = makeLedgerClasses(db, records, count);
  const ledger = openLedger(db);
  const before = residentMegabytes(process.pid, "VmRSS");
  const times: LedgerTimes[] = [];
  for (const { queries } of classes) times.push(await timeLedger(ledger, queries));
  const added = residentMegabytes(process.pid, "VmRSS") - before;
  report("ledger: memory that its searches add", `${added.toFixed(0)} MB resident`, "for information", true);
  reportHolds(classes, times);
  await reportHeavy(db);
  await compareLedger(db, classes, times, isPostgresWanted);
}

function reportHolds(classes: readonly LedgerClass[], times: readonly LedgerTimes[]): void {
  for (const [index, { name }] of classes.entries()) {
    const { milliseconds = [], longestHold = 0, found = [] } = times[index] ?? {};
    const longest = Math.max(...milliseconds);
    const entries = found.reduce((sum, each) => sum + each, 0) / found.length;
    const figure = `${longest.toFixed(1)} ms, ${longestHold.toFixed(0)} ms in one turn`;
    const bound = `at most ${LIMITS.milliseconds} and ${LIMITS.hold} ms; ${entries.toFixed(0)} entries`;
    report(`ledger: longest ${name}`, figure, bound, longest <= LIMITS.milliseconds && longestHold <= LIMITS.hold);
  }
}

async function reportHeavy(db: Database): Promise<void> {
  const ledger = openLedger(db);
  await findInLedger(ledger, "warm up");
  for (const text of HEAVY_LEDGER_QUERIES) {
    const { milliseconds, longestHold } = await timeLedger(ledger, [{ text }]);
    const longest = Math.max(...milliseconds);
    const figure = `${longest.toFixed(1)} ms, ${longestHold.toFixed(0)} ms in one turn`;
    const isWithin = longest <= LIMITS.milliseconds && longestHold <= LIMITS.hold;
    report(`ledger: ${text.slice(0, 40)}`, figure, `at most ${LIMITS.milliseconds} and ${LIMITS.hold} ms`, isWithin);
  }
}

async function compareLedger(
  db: Database,
  classes: readonly LedgerClass[],
  times: readonly LedgerTimes[],
  isWanted: boolean,
): Promise<void> {
  const programs = isWanted ? findPostgres() : null;
  const postgres = programs ? await startPostgres(programs) : null;
  try {
    if (postgres) {
      const { loading, indexing, indexBytes: index, vectorBytes } = await loadLedger(postgres, db);
      const seconds = `${(loading + indexing).toFixed(0)} s, of these ${indexing.toFixed(0)} s for the index`;
      report("ledger in PostgreSQL: loading and indexing", seconds, "for information", true);
      const sizes = `${megabytes(index)} and ${megabytes(vectorBytes)} of vectors`;
      report("ledger in PostgreSQL: size of the index", sizes, "for information", true);
    }
    for (const mode of ["planned", "prepared"] as const) {
      process.stdout.write(`The ledger's search, beside PostgreSQL with ${mode} statements:\n`);
      const rows = [];
      for (const [index, queriesOfClass] of classes.entries()) {
        const inPostgres = postgres ? await timeLedgerInPostgres(postgres, queriesOfClass, mode) : [];
        rows.push({
          name: queriesOfClass.name,
          product: times[index]?.milliseconds ?? [],
          postgres: inPostgres,
          limits: null,
        });
      }
      printTable(rows);
      if (!postgres) break;
    }
  } finally {
    postgres?.stop();
  }
}
