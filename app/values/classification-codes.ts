/** The systems that classify industries, products and services: NAICS (Census Bureau) and PSC (GSA). */
export const CODE_SYSTEMS = ["NAICS", "PSC"] as const;
export type CodeSystem = (typeof CODE_SYSTEMS)[number];

export interface ClassificationCode {
  code: string;
  title: string;
}

/** One edition of an official table. */
export interface CodeTable {
  /** The edition, such as 2022. Codes change their meaning between editions. */
  year: number;
  /** Titles by code, in the order of the table. */
  titles: ReadonlyMap<string, string>;
  /** In the same order, what a search compares: the code and the words of its title in lowercase, each after a space. */
  searched: readonly { code: ClassificationCode; words: string }[];
}

/** Null if this deployment has no table of the system. */
export type CodeTables = Readonly<Record<CodeSystem, CodeTable | null>>;

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

export function codeTable(year: number, titles: ReadonlyMap<string, string>): CodeTable {
  const searched = [...titles].map(([code, title]) => ({
    code: { code, title },
    words: ["", ...wordsOf(code), ...wordsOf(title)].join(" "),
  }));
  return { year, titles, searched };
}

/**
 * Finds codes by number or name: each word of the query is the start of the code or of a word of its title. The "s" at the
 * end of a word does not count, because people type plurals.
 * @returns all of them, in the order of the table; none for a query without words
 */
export function findCodes({ searched }: CodeTable, query: string): ClassificationCode[] {
  const given = wordsOf(query).map((word) => ` ${word.replace(/(?<=...)s$/, "")}`);
  given.sort();
  // A word that begins another says nothing more. A query of a hundred such words would compare each title a hundred times.
  const starts = given.filter((start, at) => !given[at + 1]?.startsWith(start));
  if (starts.length === 0) return [];
  return searched.filter(({ words }) => starts.every((start) => words.includes(start))).map(({ code }) => code);
}

/** The titles of those codes that a table has, by code. NAICS codes have six digits and PSC codes four characters. */
export function titlesOf(tables: CodeTables, codes: readonly (string | null)[]): Record<string, string> {
  const titles: Record<string, string> = {};
  for (const code of codes) {
    const title = code === null ? undefined : (tables.NAICS?.titles.get(code) ?? tables.PSC?.titles.get(code));
    if (code !== null && title !== undefined) titles[code] = title;
  }
  return titles;
}
