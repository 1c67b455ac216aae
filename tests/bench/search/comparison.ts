import { report } from "../measure";
import { QUALITY_LIMITS_AT } from "./figures";
import { findPostgres, type Postgres, startPostgres } from "./postgres";
import { countMatches, loadPostgres, type Mode, timeFullText, timeFuzzy } from "./postgres-side";
import type { Asked, QueryResult } from "./product";
import { FULL_TEXT, MISSPELLED, type QueryClass } from "./queries";
import { printTable } from "./table";

/** A small number, because PostgreSQL takes seconds for each. */
const MISSPELLED_IN_POSTGRES = 8;

interface Comparison {
  classes: readonly QueryClass[];
  /** The product's results. A query may have several. */
  results: readonly QueryResult[];
  records: number;
  isWanted: boolean;
}

/** Runs the same queries in PostgreSQL, if it is installed and wanted, and prints the times of both side by side. */
export async function compare({ classes, results, records, isWanted }: Comparison): Promise<void> {
  const programs = isWanted ? findPostgres() : null;
  if (isWanted && !programs) process.stdout.write("PostgreSQL is not installed (apt-get install postgresql).\n");
  const asked = [...new Set(results.map((result) => result.asked))];
  const times = programs ? await askPostgres(programs, asked, results, records) : new Map<Mode, Times>();
  const rowsOf = (mode: Mode) =>
    classes.map(({ name, limits }) => ({
      name,
      limits,
      product: results.filter((result) => result.asked.className === name).map(({ milliseconds }) => milliseconds),
      postgres: times.get(mode)?.get(name) ?? [],
    }));
  const together = (rows: ReturnType<typeof rowsOf>) => {
    const fullText = rows.filter(({ name }) => name !== MISSPELLED);
    const all = { name: "all full text", limits: FULL_TEXT, product: fullText.flatMap(({ product }) => product) };
    return [...rows, { ...all, postgres: fullText.flatMap(({ postgres }) => postgres) }];
  };
  process.stdout.write("PostgreSQL plans each query, as by default with most drivers:\n");
  const isWithinLimits = printTable(together(rowsOf("planned")));
  if (programs) {
    process.stdout.write("PostgreSQL uses a prepared statement (full text, for information):\n");
    printTable(together(rowsOf("prepared")).map((row) => ({ ...row, limits: null })));
  }
  if (!isWithinLimits && records === QUALITY_LIMITS_AT) process.exitCode = 1;
}

/** Milliseconds by class. */
type Times = Map<string, number[]>;

async function askPostgres(
  programs: string,
  asked: readonly Asked[],
  results: readonly QueryResult[],
  records: number,
): Promise<Map<Mode, Times>> {
  const postgres = await startPostgres(programs);
  try {
    const started = performance.now();
    await loadPostgres(postgres, records);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    report(`${postgres.version}: loading and indexing`, `${seconds} s`, "for information", true);

    const exact = asked.filter(({ className }) => className !== MISSPELLED);
    await reportAgreement(postgres, exact, results);
    const times = new Map<Mode, Times>();
    for (const mode of ["planned", "prepared"] as const) {
      const ofMode: Times = new Map();
      times.set(mode, ofMode);
      const queries = exact.map(({ query }) => query);
      for (const [index, milliseconds] of (await timeFullText(postgres, queries, mode)).entries()) {
        const name = exact[index]?.className ?? "";
        ofMode.set(name, [...(ofMode.get(name) ?? []), milliseconds]);
      }
    }
    const misspelled = asked.filter(({ className }) => className === MISSPELLED).slice(0, MISSPELLED_IN_POSTGRES);
    const fuzzy = await timeFuzzy(
      postgres,
      misspelled.map(({ query }) => query),
    );
    for (const ofMode of times.values()) ofMode.set(MISSPELLED, fuzzy);
    return times;
  } finally {
    postgres.stop();
  }
}

/**
 * Checks that both find the same number of records. PostgreSQL sometimes finds more: its vector joins the title, the tags
 * and the body, so a phrase can span two of them.
 */
async function reportAgreement(
  postgres: Postgres,
  asked: readonly Asked[],
  results: readonly QueryResult[],
): Promise<void> {
  const counts = await countMatches(
    postgres,
    asked.map(({ query }) => query),
  );
  const totals = new Map(results.map((result) => [result.asked, result.found.total]));
  const different = asked
    .map((each, index) => ({ text: each.query.text, product: totals.get(each), postgres: counts[index] }))
    .filter(({ product, postgres: other }) => product !== other);
  for (const { text, product, postgres: other } of different)
    process.stdout.write(`  ${text}: ${product} records, in PostgreSQL ${other}\n`);
  const same = 1 - different.length / asked.length;
  report(
    "queries with the same number of records in both",
    `${(same * 100).toFixed(1)}%`,
    "at least 99%",
    same >= 0.99,
  );
}
