import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { MATCHES_COUNTED } from "~/search/full-text.server";
import { corpus } from "./corpus";
import { idOf } from "./database";
import type { Postgres } from "./postgres";
import { GROUP_SIZE } from "./product";
import type { BenchQuery } from "./queries";

/*
 * The same corpus and the same questions in PostgreSQL, the way its manual has it done, timed by psql: no client of
 * another language stands between.
 */

/** A query that takes longer is counted at this. */
export const LONGEST_MILLISECONDS = 10_000;

/**
 * A table for each type, as the product has it. The configuration `simple` parts words and folds case without stemming,
 * so that both sides find the same records; setweight's A, B and D are worth 1, 0.4 and 0.1 to ts_rank, as the title,
 * the tags and the body are to the product. Rows stay in one piece as long as they can: ranking reads them.
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

/** Ten of each type in one round trip: the number of matches, and the best of them with their text. */
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

/** The best-matching extent within a field; the threshold is the operator's own. */
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

/** Loads the first records of the corpus, and indexes them. */
export async function loadPostgres(postgres: Postgres, records: number): Promise<void> {
  await postgres.run(loading(records));
}

/**
 * How PostgreSQL is asked: as drivers do unless they are told otherwise, each query parsed and planned by itself; or
 * prepared once on a connection that lasts.
 */
export type Manner = "planned" | "prepared";

/** @returns the milliseconds that each query took, after each was asked once before. */
export async function timeFullText(
  postgres: Postgres,
  queries: readonly BenchQuery[],
  manner: Manner,
): Promise<number[]> {
  const asked = queries.map(({ tsquery }) =>
    manner === "prepared" ? `EXECUTE ask('${tsquery}');\n` : `${FULL_TEXT.replaceAll("$1", `'${tsquery}'`)};\n`,
  );
  const script = [...prepared(FULL_TEXT), ...asked, "\\timing on\n", ...asked];
  return timesIn(await postgres.run(script), queries.length);
}

/** @returns the milliseconds that each query took; one that takes too long is broken off. */
export async function timeFuzzy(postgres: Postgres, queries: readonly BenchQuery[]): Promise<number[]> {
  const asked = queries.map(({ text }) => `EXECUTE ask('${text}');\n`);
  const settings = [
    `SET statement_timeout = ${LONGEST_MILLISECONDS};\n`,
    "SET pg_trgm.word_similarity_threshold = 0.2;\n",
  ];
  const script = [...settings, ...prepared(FUZZY), asked[0] ?? "", "\\timing on\n", ...asked];
  return timesIn(await postgres.run(script), queries.length);
}

/** How many records each query finds, each type counted as far as the product counts. */
export async function countMatches(postgres: Postgres, queries: readonly BenchQuery[]): Promise<number[]> {
  const asked = queries.map(({ tsquery }) => `EXECUTE count('${tsquery}');\n`);
  const lines = (await postgres.run([`PREPARE count(text) AS ${COUNTS};\n`, ...asked])).trim().split("\n");
  return lines.map(Number);
}

/** What it prints of the rows is not timed, and not wanted. */
const prepared = (select: string) => [`PREPARE ask(text) AS ${select};\n`, "\\o /dev/null\n"];

function timesIn(output: string, count: number): number[] {
  const times = [...output.matchAll(/^Time: ([\d.]+) ms/gm)].map(([, milliseconds]) => Number(milliseconds));
  // Turning the timing on is not timed; settings before it are not either.
  if (times.length !== count) throw new Error(`psql timed ${times.length} of ${count} queries`);
  return times;
}
