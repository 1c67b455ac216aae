import { report } from "../measure";
import { QUALITY_HELD_AT } from "./figures";
import { findPostgres, type Postgres, startPostgres } from "./postgres";
import { countMatches, loadPostgres, type Manner, timeFullText, timeFuzzy } from "./postgres-side";
import type { Asked, QueryResult } from "./product";
import { FULL_TEXT, MISSPELT, type QueryClass } from "./queries";
import { printTable } from "./table";

/** PostgreSQL takes seconds for each. */
const MISSPELT_IN_POSTGRES = 8;

interface Comparison {
  classes: readonly QueryClass[];
  /** The product's; a query may have several. */
  answers: readonly QueryResult[];
  records: number;
  isWanted: boolean;
}

/** Asks PostgreSQL the same, if it is installed and wanted, and prints the classes' times beside each other. */
export async function compare({ classes, answers, records, isWanted }: Comparison): Promise<void> {
  const programs = isWanted ? findPostgres() : null;
  if (isWanted && !programs) process.stdout.write("PostgreSQL is not installed (apt-get install postgresql).\n");
  const asked = [...new Set(answers.map((answer) => answer.asked))];
  const times = programs ? await askPostgres(programs, asked, answers, records) : new Map<Manner, Times>();
  const rowsOf = (manner: Manner) =>
    classes.map(({ name, held }) => ({
      name,
      held,
      product: answers.filter((answer) => answer.asked.className === name).map(({ milliseconds }) => milliseconds),
      postgres: times.get(manner)?.get(name) ?? [],
    }));
  const together = (rows: ReturnType<typeof rowsOf>) => {
    const fullText = rows.filter(({ name }) => name !== MISSPELT);
    const all = { name: "all full text", held: FULL_TEXT, product: fullText.flatMap(({ product }) => product) };
    return [...rows, { ...all, postgres: fullText.flatMap(({ postgres }) => postgres) }];
  };
  process.stdout.write("PostgreSQL plans each query, as drivers have it do by default:\n");
  const isReached = printTable(together(rowsOf("planned")));
  if (programs) {
    process.stdout.write("PostgreSQL has the statement prepared (full text, for information):\n");
    printTable(together(rowsOf("prepared")).map((row) => ({ ...row, held: null })));
  }
  if (!isReached && records === QUALITY_HELD_AT) process.exitCode = 1;
}

/** Milliseconds by class. */
type Times = Map<string, number[]>;

/** @returns PostgreSQL's times. */
async function askPostgres(
  programs: string,
  asked: readonly Asked[],
  answers: readonly QueryResult[],
  records: number,
): Promise<Map<Manner, Times>> {
  const postgres = await startPostgres(programs);
  try {
    const started = performance.now();
    await loadPostgres(postgres, records);
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    report(`${postgres.version}: loading and indexing`, `${seconds} s`, "for information", true);

    const exact = asked.filter(({ className }) => className !== MISSPELT);
    await reportAgreement(postgres, exact, answers);
    const times = new Map<Manner, Times>();
    for (const manner of ["planned", "prepared"] as const) {
      const ofManner: Times = new Map();
      times.set(manner, ofManner);
      const queries = exact.map(({ query }) => query);
      for (const [index, milliseconds] of (await timeFullText(postgres, queries, manner)).entries()) {
        const name = exact[index]?.className ?? "";
        ofManner.set(name, [...(ofManner.get(name) ?? []), milliseconds]);
      }
    }
    const misspelt = asked.filter(({ className }) => className === MISSPELT).slice(0, MISSPELT_IN_POSTGRES);
    const fuzzy = await timeFuzzy(
      postgres,
      misspelt.map(({ query }) => query),
    );
    for (const ofManner of times.values()) ofManner.set(MISSPELT, fuzzy);
    return times;
  } finally {
    postgres.stop();
  }
}

/**
 * That both were asked the same: they find as many records. To PostgreSQL a phrase may also begin in the tags and end in
 * the body, which stand behind one another in its vector.
 */
async function reportAgreement(
  postgres: Postgres,
  asked: readonly Asked[],
  answers: readonly QueryResult[],
): Promise<void> {
  const counts = await countMatches(
    postgres,
    asked.map(({ query }) => query),
  );
  const totals = new Map(answers.map((answer) => [answer.asked, answer.found.total]));
  const same = asked.filter((each, index) => totals.get(each) === counts[index]).length / asked.length;
  report("queries that find as many records in both", `${(same * 100).toFixed(1)} %`, "at least 99 %", same >= 0.99);
}
