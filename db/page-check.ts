import type Sqlite from "better-sqlite3";

/** Matches a fault of the search index. `search:check --rebuild` can rebuild the index from the records. */
export const OF_SEARCH_INDEX = /fts5/i;

/** SQLite leaves out the page with this byte, which it locks. */
const LOCK_BYTE = 0x40000000;

/**
 * Checks every page of a database. The pragma by itself may not: it collects the roots of tables in the order of a hash
 * table, and a virtual table has none. If that comes first, SQLite takes the list for part of the database. It then answers
 * "ok" without looking at free pages, and without looking for pages that nothing refers to (`aRoot[0]==0` in
 * sqlite3BtreeIntegrityCheck, SQLite 3.54). So we ask for both ourselves.
 * @param most the most faults that the pragma reports
 * @returns faults in SQLite's words; none if the database is whole
 * @throws SqliteError if it is too damaged to be read
 */
export function pageFaults(client: Sqlite.Database, check: "quick_check" | "integrity_check", most: number): string[] {
  const linesOf = (parameter: string | number) =>
    client
      .prepare<[], string>(`PRAGMA ${check}(${parameter})`)
      .pluck()
      .all()
      .filter((line) => line !== "ok");
  const look = () => {
    const faults = linesOf(most);
    // Damaged pages may not be counted.
    if (faults.some((line) => !OF_SEARCH_INDEX.test(line))) return faults;
    return [...faults, ...linesOf("sqlite_schema"), ...unusedPages(client)];
  };
  // At one moment, or pages that another process adds meanwhile are taken for pages that nothing uses.
  return client.transaction(look).deferred();
}

/** The pages of all tables and indexes and the free ones must be all that the file has. */
function unusedPages(client: Sqlite.Database): string[] {
  const numberOf = (pragma: string) => client.pragma(pragma, { simple: true }) as number;
  const used = client.prepare<[], number>("SELECT coalesce(sum(pageno), 0) FROM dbstat('main', 1)").pluck().get() ?? 0;
  const pages = numberOf("page_count");
  const locked = pages > LOCK_BYTE / numberOf("page_size") ? 1 : 0;
  const unused = pages - used - numberOf("freelist_count") - locked;
  return unused === 0 ? [] : [`${Math.abs(unused)} pages are ${unused > 0 ? "never used" : "missing"}`];
}
