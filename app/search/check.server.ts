import { SEARCH_TYPES, type SearchType } from "#db/enumerations";
import { type Database, immediateTransaction, migrationStatements } from "#db/open";
import { EVERY_RECORD, SOURCES, type Source } from "./sources";

/** Records that part from their index in one way. */
export interface Drift {
  count: number;
  /** The first of them. */
  recordNumbers: number[];
}

/** How an index stands to the records that it is of. */
export interface IndexReport {
  type: SearchType;
  /** How many records are to be found. */
  records: number;
  /** What is wrong with the index or its triggers as such. Of an index that cannot be read this is all there is. */
  faults: string[];
  /** To be found, and not in the index. */
  missing: Drift;
  /** In the index, and not to be found: deleted, or archived. */
  stale: Drift;
  /** In the index, but by other words than the record has, or at other places. */
  differing: Drift;
}

const RECORDS_NAMED = 5;

/** Whether an index is exactly what its records make it. */
export function isWhole({ faults, missing, stale, differing }: IndexReport): boolean {
  return faults.length + missing.count + stale.count + differing.count === 0;
}

/**
 * Compares each index with its records, place by place of every word, by means of an index that is made anew in a
 * temporary file. It writes nothing else, and no writer waits for it; but it holds up its own process for some ten
 * seconds in 100,000 records, so it is for programs, not for the server.
 */
export function checkSearchIndex(db: Database): IndexReport[] {
  const definitions = readDefinitions();
  // A transaction for each type: what is compared is of one moment, and the write-ahead log need not be kept longer.
  return SEARCH_TYPES.map((type) => db.$client.transaction(() => checkIndex(db, type, definitions)).deferred());
}

/**
 * Makes each index anew from its records, and its triggers from the migrations. The server must not be running: it
 * keeps words of the index in memory.
 */
export function rebuildSearchIndex(db: Database): void {
  const definitions = readDefinitions();
  for (const type of SEARCH_TYPES) immediateTransaction(db, () => rebuildIndex(db, type, definitions));
}

function rebuildIndex(db: Database, type: SearchType, definitions: Definitions): void {
  const { index } = SOURCES[type];
  const own = definitionsOf(type, definitions);
  for (const { kind, name } of [...own].reverse()) db.$client.exec(`DROP ${kind} IF EXISTS ${name}`);
  for (const { text } of own) db.$client.exec(text);
  db.$client.exec(`INSERT INTO ${index} ${COLUMNS} ${rowsOf(SOURCES[type])}`);
  // Into one segment: it takes little more time, and queries take less of it, those of several words most of all.
  db.$client.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`);
}

const COLUMNS = "(rowid, title, body, tags, every)";

/** The rows of an index, in the order of COLUMNS. */
const rowsOf = ({ table, title, body, tags, where = "TRUE" }: Source) =>
  `SELECT record_number, ${title}, ${body}, ${tags}, '${EVERY_RECORD}' FROM "${table}" WHERE ${where}`;

interface Definition {
  kind: "TABLE" | "TRIGGER";
  name: string;
  /** The statement, as SQLite keeps it. */
  text: string;
}
type Definitions = ReadonlyMap<string, Definition>;

/** How the migrations make virtual tables and triggers, by name; of several statements the last. */
function readDefinitions(): Definitions {
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

/** Whatever of that concerns a type's index, in the order in which it is made. */
function definitionsOf(type: SearchType, definitions: Definitions): Definition[] {
  const concerned = new RegExp(`\\b${SOURCES[type].index}\\b`);
  return [...definitions.values()].filter(({ text }) => concerned.test(text));
}

function checkIndex(db: Database, type: SearchType, definitions: Definitions): IndexReport {
  const source = SOURCES[type];
  const made = definitions.get(source.index);
  if (!made) throw new Error(`No migration makes ${source.index}`);
  const report = { type, records: driftOf(db, recordsOf(source)).count };
  const isThere = standing(db, source.index) !== undefined;
  const unreadable = isThere ? structuralFaults(db, source.index) : [];
  const faults = [...definitionsOf(type, definitions).flatMap((definition) => faultOf(db, definition)), ...unreadable];
  if (!isThere || unreadable.length > 0) return { ...report, faults, missing: NONE, stale: NONE, differing: NONE };
  return { ...report, faults, ...compare(db, source, made) };
}

const NONE: Drift = { count: 0, recordNumbers: [] };

/** What is wrong with a virtual table or a trigger as it stands. A dropped trigger is what an index goes astray by. */
function faultOf(db: Database, { kind, name, text }: Definition): string[] {
  const called = `the ${kind.toLowerCase()} ${name}`;
  const found = standing(db, name);
  if (found === undefined) return [`${called} is missing`];
  return found === text ? [] : [`${called} is not as the migrations make it`];
}

/** The statement that made what stands in the database by a name. */
const standing = ({ $client }: Database, name: string) =>
  $client.prepare<[string], string>("SELECT sql FROM sqlite_schema WHERE name = ?").pluck().get(name);

/** Why an index cannot be read; by SQLite's own check, which is not of what the index should hold. */
function structuralFaults(db: Database, index: string): string[] {
  const lines = db.$client.prepare<[], { integrity_check: string }>(`PRAGMA integrity_check('${index}')`).all();
  return lines.map(({ integrity_check: line }) => line).filter((line) => line !== "ok");
}

const recordsOf = ({ table, where = "TRUE" }: Source) => `SELECT record_number FROM "${table}" WHERE ${where}`;

/** Compares an index that can be read with one that is made anew. */
function compare(db: Database, source: Source, made: Definition): Pick<IndexReport, "missing" | "stale" | "differing"> {
  const { table, index, where = "TRUE" } = source;
  // Of each record in an index FTS5 keeps a row of its columns' lengths.
  const indexed = `${index}_docsize`;
  const isRecord = `EXISTS (SELECT 1 FROM "${table}" WHERE record_number = ${indexed}.id AND ${where})`;

  // Prefixes are another way into the same words, and would take longer to make than the words do.
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

/** Records whose words stand elsewhere in the index than in the one made anew, or are counted otherwise. */
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
  // Those that are stale have been named as such.
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
  // Word by word, so that what is sorted at once stays small.
  for (const word of words.iterate()) for (const record of elsewhere.iterate({ word })) found.add(record);
  const recordNumbers = [...found].sort((one, other) => one - other).slice(0, RECORDS_NAMED);
  return { count: found.size, recordNumbers };
}

/** How many record numbers a query gives, and the first of them. */
function driftOf({ $client }: Database, query: string): Drift {
  const count = $client.prepare<[], number>(`SELECT count(*) FROM (${query})`).pluck().get() ?? 0;
  const first = $client.prepare<[], number>(`${query} ORDER BY 1 LIMIT ${RECORDS_NAMED}`).pluck();
  return { count, recordNumbers: first.all() };
}
