import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { type Database, immediateTransaction, migrationStatements } from "#db/open";
import { EVERY_RECORD, SOURCES, type Source } from "./sources";

/** Records that differ from their index in one way. */
export interface Drift {
  count: number;
  /** The lowest few. */
  recordNumbers: number[];
}

/** How an index differs from its records. */
export interface IndexReport {
  type: SearchType;
  /** The number of searchable records. */
  records: number;
  /** What is wrong with the index itself or its triggers. If the index cannot be read, the report has nothing else. */
  faults: string[];
  /** Searchable, but not in the index. */
  missing: Drift;
  /** In the index, but deleted or archived. */
  stale: Drift;
  /** In the index with other words than the record has, or at other positions. */
  differing: Drift;
}

const RECORDS_NAMED = 5;

/** Whether an index matches its records exactly. */
export function isWhole({ faults, missing, stale, differing }: IndexReport): boolean {
  return faults.length + missing.count + stale.count + differing.count === 0;
}

/**
 * Compares every position of every word in each index with a fresh index of the same records in a temporary file. It
 * writes nothing else and blocks no writer. It does block its own process, for about 10 s per 100,000 records, so use
 * it in programs and not in the server.
 */
export function checkSearchIndex(db: Database): IndexReport[] {
  const definitions = readDefinitions();
  // One transaction per type: each comparison sees one moment, and the write-ahead log is not kept longer than needed.
  return SEARCH_TYPES.map((type) => db.$client.transaction(() => checkIndex(db, type, definitions)).deferred());
}

/**
 * Rebuilds each index from its records, and its triggers from the migrations. The server must not be running, because
 * it keeps words of the index in memory.
 */
export function rebuildSearchIndex(db: Database): void {
  const definitions = readDefinitions();
  for (const type of SEARCH_TYPES) immediateTransaction(db, () => rebuildIndex(db, type, definitions));
}

/** Makes tables and triggers again, empty. */
export function recreate(db: Database, definitions: readonly Definition[]): void {
  for (const { kind, name } of [...definitions].reverse()) db.$client.exec(`DROP ${kind} IF EXISTS ${name}`);
  for (const { text } of definitions) db.$client.exec(text);
}

function rebuildIndex(db: Database, type: SearchType, definitions: Definitions): void {
  const { index } = SOURCES[type];
  recreate(db, definitionsOf(type, definitions));
  db.$client.exec(`INSERT INTO ${index} ${COLUMNS} ${rowsOf(SOURCES[type])}`);
  // One segment takes little more time to write and makes queries faster, especially those with several words.
  db.$client.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`);
}

const COLUMNS = "(rowid, title, body, tags, every)";

/** The rows of an index, in the order of COLUMNS. */
const rowsOf = ({ table, title, body, tags, where = "TRUE" }: Source) =>
  `SELECT record_number, ${title}, ${body}, ${tags}, '${EVERY_RECORD}' FROM "${table}" WHERE ${where}`;

export interface Definition {
  kind: "TABLE" | "TRIGGER";
  name: string;
  /** The statement, as SQLite stores it. */
  text: string;
}
type Definitions = ReadonlyMap<string, Definition>;

/** The last statement in the migrations that creates each virtual table and trigger, by name. */
export function readDefinitions(): Definitions {
  const definitions = new Map<string, Definition>();
  for (const statement of migrationStatements()) {
    const [text, verb, kind, name] =
      /^(CREATE|DROP) (?:VIRTUAL )?(TABLE|TRIGGER) (?:IF EXISTS )?(\w+)[\s\S]*/m.exec(
        statement.replace(/;?\s*$/, ""),
      ) ?? [];
    if (!text || !name) continue;
    if (verb === "DROP") definitions.delete(name);
    else definitions.set(name, { kind: kind as Definition["kind"], name, text });
  }
  return definitions;
}

/** The definitions that mention a type's index, in the order of creation. */
function definitionsOf(type: SearchType, definitions: Definitions): Definition[] {
  const concerned = new RegExp(`\\b${SOURCES[type].index}\\b`);
  return [...definitions.values()].filter(({ text }) => concerned.test(text));
}

function checkIndex(db: Database, type: SearchType, definitions: Definitions): IndexReport {
  const source = SOURCES[type];
  const made = definitions.get(source.index);
  if (!made) throw new Error(`No migration makes ${source.index}`);
  const report = { type, records: driftOf(db, recordsOf(source)).count };
  const isThere = definitionIn(db, source.index) !== undefined;
  const unreadable = isThere ? structuralFaults(db, source.index) : [];
  const faults = [...definitionsOf(type, definitions).flatMap((definition) => faultOf(db, definition)), ...unreadable];
  if (!isThere || unreadable.length > 0) return { ...report, faults, missing: NONE, stale: NONE, differing: NONE };
  return { ...report, faults, ...compare(db, source, made) };
}

const NONE: Drift = { count: 0, recordNumbers: [] };

/** What is wrong with a virtual table or trigger. Without its trigger, an index is no longer updated. */
export function faultOf(db: Database, { kind, name, text }: Definition): string[] {
  const label = `the ${kind.toLowerCase()} ${name}`;
  const found = definitionIn(db, name);
  if (found === undefined) return [`${label} is missing`];
  return found === text ? [] : [`${label} differs from what the migrations create`];
}

/** The statement that created a table or trigger in this database, or undefined. */
const definitionIn = ({ $client }: Database, name: string) =>
  $client.prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE name = ?").pluck().get(name);

/** Why an index cannot be read, by SQLite's own check. That check does not compare it with the records. */
export function structuralFaults(db: Database, index: string): string[] {
  const lines = db.$client.prepare<[], { integrity_check: string }>(`PRAGMA integrity_check('${index}')`).all();
  return lines.map(({ integrity_check: line }) => line).filter((line) => line !== "ok");
}

const recordsOf = ({ table, where = "TRUE" }: Source) => `SELECT record_number FROM "${table}" WHERE ${where}`;

/** Compares a readable index with a fresh one. */
function compare(db: Database, source: Source, made: Definition): Pick<IndexReport, "missing" | "stale" | "differing"> {
  const { table, index, where = "TRUE" } = source;
  // FTS5 stores one row per indexed record here, with the lengths of its columns.
  const indexed = `${index}_docsize`;
  const isRecord = `EXISTS (SELECT 1 FROM "${table}" WHERE record_number = ${indexed}.id AND ${where})`;

  // Leave out the prefix indexes: they lead to the same words and take longer to build than the rest.
  const definition = made.text.replace(index, "temp.expected").replace(/prefix='[^']*',/, "");
  db.$client.exec(`
    ${definition};
    INSERT INTO temp.expected ${COLUMNS} ${rowsOf(source)} AND record_number IN (SELECT id FROM ${indexed});
    CREATE VIRTUAL TABLE temp.expected_words USING fts5vocab(temp, expected, row);
    CREATE VIRTUAL TABLE temp.expected_places USING fts5vocab(temp, expected, instance);
    CREATE VIRTUAL TABLE temp.found_words USING fts5vocab(main, ${index}, row);
    CREATE VIRTUAL TABLE temp.found_places USING fts5vocab(main, ${index}, instance);
  `);
  const drift = {
    missing: driftOf(db, `${recordsOf(source)} AND record_number NOT IN (SELECT id FROM ${indexed})`),
    stale: driftOf(db, `SELECT id FROM ${indexed} WHERE NOT ${isRecord}`),
    differing: differing(db, indexed),
  };
  db.$client.exec(`
    DROP TABLE temp.found_places;
    DROP TABLE temp.found_words;
    DROP TABLE temp.expected_places;
    DROP TABLE temp.expected_words;
    DROP TABLE temp.expected;
  `);
  return drift;
}

/** Records whose words have other positions or counts in the index than in the fresh one. */
function differing(db: Database, indexed: string): Drift {
  const { $client } = db;
  const found = new Set(
    $client
      .prepare<[], number>(
        `SELECT id FROM ${indexed} JOIN temp.expected_docsize USING (id)
           WHERE ${indexed}.sz IS NOT temp.expected_docsize.sz`,
      )
      .pluck()
      .all(),
  );
  const words = $client
    .prepare<[], string>("SELECT term FROM temp.found_words UNION SELECT term FROM temp.expected_words")
    .pluck();
  // Leaves out stale records, which the report lists separately.
  const elsewhere = $client
    .prepare<{ word: string }, number>(
      `SELECT doc FROM (
         SELECT doc, col, offset, 1 AS side FROM temp.found_places WHERE term = @word
         UNION ALL
         SELECT doc, col, offset, -1 FROM temp.expected_places WHERE term = @word
       ) GROUP BY doc, col, offset
       HAVING sum(side) <> 0
         AND (doc IN (SELECT id FROM temp.expected_docsize) OR doc NOT IN (SELECT id FROM ${indexed}))`,
    )
    .pluck();
  // Word by word, to keep each sort small.
  for (const word of words.iterate()) for (const record of elsewhere.iterate({ word })) found.add(record);
  const recordNumbers = [...found].sort((one, other) => one - other).slice(0, RECORDS_NAMED);
  return { count: found.size, recordNumbers };
}

/** @param query an SQL query for record numbers */
function driftOf({ $client }: Database, query: string): Drift {
  const count = $client.prepare<[], number>(`SELECT count(*) FROM (${query})`).pluck().get() ?? 0;
  const first = $client.prepare<[], number>(`${query} ORDER BY 1 LIMIT ${RECORDS_NAMED}`).pluck();
  return { count, recordNumbers: first.all() };
}
