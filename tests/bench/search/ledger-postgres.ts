import { type Database, statement } from "#db/open";
import { type EntryText, entryText, TEXT_COLUMNS, type Wording } from "~/search/ledger/entry";
import { ENTRIES_RANKED } from "~/search/ledger/ranked.server";
import { ENTRY_SOURCES, readSource } from "~/search/ledger/sources.server";
import { tokensOf } from "~/search/query";
import { fold } from "~/search/similarity";
import type { LedgerClass, LedgerQuery } from "./ledger-queries";
import type { Postgres } from "./postgres";
import { LONGEST_MILLISECONDS, type Mode, timesIn } from "./postgres-side";

/*
 * The entries of the ledger's search in PostgreSQL: one table with a weighted tsvector, following its manual. Its text is
 * already split into words, so that both have the same ones. Without stems, it finds no other forms of a word.
 */

const ENTRIES_AT_ONCE = 1_000;
const WEIGHTS: Readonly<Record<(typeof TEXT_COLUMNS)[number], string>> = {
  ...{ identifiers: "A", title: "A", tags: "B", names: "B" },
  ...{ place: "C", body: "D", internal: "D", context: "D" },
};
const WORDING: Wording = { titleOfCode: () => null, dayOf: (date) => date.slice(0, 10), version: "" };

function* loading(db: Database): Generator<string> {
  const vector = TEXT_COLUMNS.map((name) => `setweight(to_tsvector('simple', ${name}), '${WEIGHTS[name]}')`);
  yield `CREATE EXTENSION pg_trgm;
    CREATE TABLE entry (entry_number integer PRIMARY KEY, source text NOT NULL, source_id text NOT NULL, type text NOT NULL,
      heading text NOT NULL, date text, status text, tag_list text NOT NULL, ${TEXT_COLUMNS.map((name) => `${name} text`).join(", ")},
      vector tsvector NOT NULL GENERATED ALWAYS AS (${vector.join(" || ")}) STORED) WITH (toast_tuple_target = 8160);
    COPY entry (entry_number, source, source_id, type, heading, date, status, tag_list, ${TEXT_COLUMNS.join(", ")}) FROM STDIN;\n`;
  const select = statement<{ entryNumber: number; source: string; sourceId: string }>(
    db,
    `SELECT entry_number AS entryNumber, source, source_id AS sourceId FROM search_entry
       WHERE entry_number > ? ORDER BY entry_number LIMIT ${ENTRIES_AT_ONCE}`,
  );
  for (let entries = select.all(0); entries.length > 0; entries = select.all(entries.at(-1)?.entryNumber ?? 0)) {
    for (const [name, source] of Object.entries(ENTRY_SOURCES)) {
      const numbers = new Map(
        entries.filter((entry) => entry.source === name).map(({ sourceId, entryNumber }) => [sourceId, entryNumber]),
      );
      for (const row of numbers.size === 0 ? [] : readSource(db, name, [...numbers.keys()])) {
        const text = wordsOnly(entryText(row, source, WORDING));
        const columns = [numbers.get(row.sourceId), name, row.sourceId, source.type, row.title, row.date, row.status];
        yield `${[...columns, row.tags, ...TEXT_COLUMNS.map((column) => text[column])].map((value) => value ?? "\\N").join("\t")}\n`;
      }
    }
  }
  yield "\\.\n";
}

const wordsOnly = (text: EntryText) =>
  Object.fromEntries(Object.entries(text).map(([column, written]) => [column, tokensOf(fold(written)).join(" ")]));

/** The words, as the manual of pg_trgm says, for those that are misspelled. */
const INDEXING = `CREATE INDEX entry_vector ON entry USING gin (vector);
  CREATE TABLE word AS SELECT word FROM ts_stat('SELECT vector FROM entry');
  CREATE INDEX ON word USING gin (word gin_trgm_ops);
  VACUUM (ANALYZE);\n`;

/** @returns the seconds to load and to index, and the bytes of the index, without the texts and with the vectors */
export async function loadLedger(
  postgres: Postgres,
  db: Database,
): Promise<{ loading: number; indexing: number; indexBytes: number; vectorBytes: number }> {
  const started = performance.now();
  await postgres.run(loading(db));
  const loaded = performance.now();
  await postgres.run([INDEXING]);
  const seconds = { loading: (loaded - started) / 1000, indexing: (performance.now() - loaded) / 1000 };
  const output = await postgres.run([
    "SELECT pg_relation_size('entry_vector') + pg_total_relation_size('word');\n",
    "SELECT sum(pg_column_size(vector)) FROM entry;\n",
  ]);
  const [indexBytes = 0, vectorBytes = 0] = output.trim().split("\n").map(Number);
  return { ...seconds, indexBytes, vectorBytes };
}

const found = (query: string, filters = "") => `
  SELECT entry_number, source, source_id, type, heading, date, status, tag_list, ts_rank(vector, query) AS rank
  FROM entry, ${query} AS query WHERE vector @@ query ${filters}
  ORDER BY rank DESC, entry_number DESC LIMIT ${ENTRIES_RANKED}`;
const PLAIN = found("to_tsquery('simple', $1)");
const FILTERED = found("to_tsquery('simple', $1)", "AND type = $2 AND $3 = ANY (string_to_array(tag_list, ','))");
const SIMILAR = found(
  "to_tsquery('simple', (SELECT word FROM word WHERE word % $1 ORDER BY similarity(word, $1) DESC, word LIMIT 1))",
);

/** Runs the queries of a class twice. @returns the times of the second run in milliseconds */
export async function timeLedgerInPostgres(postgres: Postgres, { queries, isMisspelled }: LedgerClass, mode: Mode) {
  const select = isMisspelled ? SIMILAR : queries[0]?.filters ? FILTERED : PLAIN;
  const asked = queries.map((query) => {
    const parameters = parametersOf(query);
    return mode === "prepared"
      ? `EXECUTE ask(${parameters.join(", ")});\n`
      : `${select.replace(/\$([123])/g, (_all, number) => parameters[Number(number) - 1] ?? "''")};\n`;
  });
  const types = (queries[0] ? parametersOf(queries[0]) : []).map(() => "text").join(", ");
  const preparing = [
    `SET statement_timeout = ${LONGEST_MILLISECONDS};\n`,
    `PREPARE ask(${types}) AS ${select};\n`,
    "\\o /dev/null\n",
  ];
  return timesIn(await postgres.run([...preparing, ...asked, "\\timing on\n", ...asked]), queries.length);
}

function parametersOf({ tsquery, filters }: LedgerQuery): string[] {
  const values = [tsquery, ...(filters ? [filters.types?.[0] ?? "", filters.tag ?? ""] : [])];
  return values.map((value) => `'${value.replaceAll("'", "''")}'`);
}
