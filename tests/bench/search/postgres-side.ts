import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { MATCHES_COUNTED } from "~/search/full-text.server";
import { corpus } from "./corpus";
import { idOf } from "./database";
import type { Postgres } from "./postgres";
import { GROUP_SIZE } from "./product";
import type { BenchQuery } from "./queries";

/*
 * The same corpus and queries in PostgreSQL, following its manual. psql measures the times, so that no client library adds
 * to them.
 */

/** A query that takes longer counts as this. */
export const LONGEST_MILLISECONDS = 10_000;

/**
 * A table for each type, as in the product. The configuration `simple` splits words and folds case without stemming, so
 * that both find the same records. To ts_rank, A, B and D weigh 1, 0.4 and 0.1, like the title, tags and body in the
 * product. Rows stay in one piece as far as possible, because ranking reads them.
 */
function* loading(records: number): Generator<string> {
  yield "CREATE EXTENSION pg_trgm;\n";
  for (const type of SEARCH_TYPES) {
    yield `CREATE TABLE "${type}" (
      record_number integer PRIMARY KEY, id text NOT NULL, title text NOT NULL, body text NOT NULL, tags text NOT NULL,
      vector tsvector NOT NULL GENERATED ALWAYS AS (
        setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', tags), 'B') ||
        setweight(to_tsvector('simple', body), 'D')
      ) STORED
    ) WITH (toast_tuple_target = 8160);\n`;
    yield `COPY "${type}" (record_number, id, title, body, tags) FROM STDIN;\n`;
    for (const { recordNumber, title, body, tags } of corpus(0, records, type)) {
      yield `${recordNumber}\t${idOf(type, recordNumber)}\t${title}\t${body}\t${tags}\n`;
    }
    yield "\\.\n";
    yield `CREATE INDEX ON "${type}" USING gin (vector);\n`;
    yield `CREATE INDEX ON "${type}" USING gin (title gin_trgm_ops, tags gin_trgm_ops, body gin_trgm_ops);\n`;
  }
  yield "VACUUM (ANALYZE);\n";
}

/** The number of matches and the ten best of each type with their text, in one round trip. */
const FULL_TEXT = eachType(
  (type, table) => `
    WITH found AS (
      SELECT record_number, ts_rank(vector, query) AS rank, count(*) OVER () AS total
      FROM ${table}, to_tsquery('simple', $1) AS query
      WHERE vector @@ query ORDER BY rank DESC, record_number DESC LIMIT ${GROUP_SIZE}
    )
    SELECT '${type}', id, title, body, total, rank
    FROM found JOIN ${table} USING (record_number) ORDER BY rank DESC, record_number DESC`,
);

const COUNTS = `SELECT ${SEARCH_TYPES.map(
  (type) => `least(${MATCHES_COUNTED}, (SELECT count(*) FROM "${type}" WHERE vector @@ to_tsquery('simple', $1)))`,
).join(" + ")}`;

/** Word similarity: the best-matching part of a field. The operator applies the threshold. */
const FUZZY = eachType(
  (type, table) => `
    SELECT '${type}', id, title, body,
      greatest(word_similarity($1, title), word_similarity($1, tags), word_similarity($1, body)) AS similarity
    FROM ${table} WHERE $1 <% title OR $1 <% tags OR $1 <% body
    ORDER BY similarity DESC, record_number DESC LIMIT ${GROUP_SIZE}`,
);

function eachType(select: (type: SearchType, table: string) => string): string {
  return SEARCH_TYPES.map((type) => `SELECT * FROM (${select(type, `"${type}"`)}) AS found`).join("\nUNION ALL\n");
}

/** Loads the first records of the corpus and indexes them. */
export async function loadPostgres(postgres: Postgres, records: number): Promise<void> {
  await postgres.run(loading(records));
}

/** PostgreSQL parses and plans each query, as by default with most drivers, or prepares it once per connection. */
export type Mode = "planned" | "prepared";

/** Runs all queries twice. @returns the times of the second run in milliseconds */
export async function timeFullText(postgres: Postgres, queries: readonly BenchQuery[], mode: Mode): Promise<number[]> {
  const asked = queries.map(({ tsquery }) =>
    mode === "prepared" ? `EXECUTE ask('${tsquery}');\n` : `${FULL_TEXT.replaceAll("$1", `'${tsquery}'`)};\n`,
  );
  const script = [...prepared(FULL_TEXT), ...asked, "\\timing on\n", ...asked];
  return timesIn(await postgres.run(script), queries.length);
}

/** Runs all queries and cancels those that take too long. @returns their times in milliseconds */
export async function timeFuzzy(postgres: Postgres, queries: readonly BenchQuery[]): Promise<number[]> {
  const asked = queries.map(({ text }) => `EXECUTE ask('${text}');\n`);
  const settings = [
    `SET statement_timeout = ${LONGEST_MILLISECONDS};\n`,
    "SET pg_trgm.word_similarity_threshold = 0.2;\n",
  ];
  const script = [...settings, ...prepared(FUZZY), asked[0] ?? "", "\\timing on\n", ...asked];
  return timesIn(await postgres.run(script), queries.length);
}

/** How many records each query finds. Counts each type up to the product's maximum. */
export async function countMatches(postgres: Postgres, queries: readonly BenchQuery[]): Promise<number[]> {
  const asked = queries.map(({ tsquery }) => `EXECUTE count('${tsquery}');\n`);
  const lines = (await postgres.run([`PREPARE count(text) AS ${COUNTS};\n`, ...asked])).trim().split("\n");
  return lines.map(Number);
}

/** Discards the rows' output, so that printing does not count. */
const prepared = (select: string) => [`PREPARE ask(text) AS ${select};\n`, "\\o /dev/null\n"];

export function timesIn(output: string, count: number): number[] {
  const times = [...output.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, milliseconds]) => Number(milliseconds));
  // psql does not time the settings, nor turning the timing on.
  if (times.length !== count) throw new Error(`psql timed ${times.length} of ${count} queries`);
  return times;
}
