import type Sqlite from "better-sqlite3";
import { expect, test, vi } from "vitest";
import { refreshStatistics } from "#db/open";
import { instant } from "./arrange";
import type { PersonKey } from "./cast";
import { dataOf, MINUTE, openPortal, type Portal } from "./portal";
import { perform } from "./scenario";

/* Tests for the rules of all lists. */

interface Page {
  items: ({ id: string } & Record<string, unknown>)[];
  total: number;
  page: number;
  pageSize: number;
}

export interface List {
  path: string;
  as?: PersonKey;
}

const read = async (portal: Portal, { path, as = "readonly" }: List, query: string) =>
  dataOf<Page>(await perform(portal, { as, method: "GET", path: `${path}${query}`, status: 200 }));

/** The last character of each id in a query's result, in order. All results must be on one page. */
export async function idsOf(portal: Portal, list: List, query: string): Promise<string> {
  const { items, total } = await read(portal, list, query);
  expect(total).toBe(items.length);
  return items.map(({ id }) => id.slice(-1)).join("");
}

/**
 * Adds a test for each query that checks the ids in its response.
 * @param given inserts rows whose ids end in different characters
 */
export function testQueries(
  list: List,
  given: (portal: Portal) => void,
  asked: readonly [query: string, ids: string][],
): void {
  for (const [query, ids] of asked) {
    test(`${query || "no query"} returns ${ids.split("").join(", ") || "nothing"}`, async () => {
      const portal = await openPortal();
      given(portal);
      expect(await idsOf(portal, list, query)).toBe(ids);
    });
  }
}

/** The part of a list's schema with its sort options. */
interface Sortable {
  shape: { sort: { in: { unwrap(): { options: readonly string[] } } } };
}

/** Values that many rows of a list share, so that only the id orders them. */
export interface Tied {
  id: string;
  title: string;
  createdAt: string;
  updatedAt: string;
}

const ROWS = 23;
const TITLES = ["Quiet rotors", "quiet rotors", "Other"];

/** Inserts rows that share most sort values. Their ids are not in insertion order. */
function insertTied(portal: Portal, insert: (portal: Portal, tied: Tied, number: number) => void): void {
  for (let number = 0; number < ROWS; number += 1) {
    const at = instant(portal, (number % 3) * MINUTE);
    const id = `tied-${String((number * 7) % ROWS).padStart(2, "0")}`;
    insert(portal, { id, title: TITLES[number % 3] ?? "", createdAt: at, updatedAt: at }, number);
  }
}

/**
 * Adds tests for each sort order of a list: its pages neither repeat nor skip items, and an index provides the order.
 * @param insert adds a row to the list
 * @param ties for a sort field, the field that breaks ties before the id does
 */
export function testPaging(
  list: List,
  schema: Sortable,
  insert: (portal: Portal, tied: Tied, number: number) => void,
  ties: Readonly<Record<string, string>> = {},
): void {
  for (const sort of schema.shape.sort.in.unwrap().options) {
    test(`pages sorted by ${sort} neither repeat nor skip items with equal values`, async () => {
      const portal = await openPortal();
      insertTied(portal, insert);
      const items: Page["items"] = [];
      for (const page of [1, 2, 3]) {
        const data = await read(portal, list, `?sort=${sort}&page=${page}&pageSize=10`);
        expect(data).toMatchObject({ page, pageSize: 10 });
        items.push(...data.items);
        expect(data.items).toHaveLength(Math.min(10, data.total - (page - 1) * 10));
      }
      expect(items.length).toBeGreaterThanOrEqual(ROWS);
      expect((await read(portal, list, `?sort=${sort}&page=4&pageSize=10`)).items).toEqual([]);
      expect(items.map(({ id }) => id)).toEqual(inOrder(items, sort, ties).map(({ id }) => id));
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
    });

    test(`a page sorted by ${sort} reads only its own rows, in the order of an index`, async () => {
      const portal = await openPortal();
      insertTied(portal, insert);
      const planned = async () => {
        const plans = await plansOf(portal, () => read(portal, list, `?sort=${sort}&page=2&pageSize=10`));
        const [ofPage, ...others] = plans.filter(({ text }) => / limit \? offset \?/i.test(text));
        expect(others).toEqual([]);
        const steps = ofPage?.steps ?? [];
        // The keys may have a statement of their own, and another reads their rows.
        const ofRows = plans.find(({ text }) => /order by instr\(\?, /i.test(text))?.steps;
        const isKey = ({ isNested }: Plan["steps"][number]) => ofRows !== undefined || isNested;
        return { keys: steps.filter(isKey), rows: ofRows ?? steps.filter((step) => !isKey(step)) };
      };
      for (const hasStatistics of [false, true]) {
        if (hasStatistics) refreshStatistics(portal.db);
        const { keys, rows } = await planned();
        const ofKeys = keys.map(({ detail }) => detail);
        expect(ofKeys[0]).toMatch(/^(SCAN|SEARCH) \w+ USING (COVERING )?INDEX/);
        expect(ofKeys.join()).not.toContain("TEMP B-TREE");
        expect(rows).not.toEqual([]);
        // With statistics, SQLite knows that there are few rows and may scan them all.
        const scans = rows.filter(({ isNested, detail }) => !isNested && detail.startsWith("SCAN"));
        if (!hasStatistics) expect(scans).toEqual([]);
      }
    });
  }
}

/** Sorts items, ignoring case. Missing values come last. Ids break ties. */
function inOrder(items: Page["items"], sort: string, ties: Readonly<Record<string, string>>): Page["items"] {
  const field = sort.replace("-", "");
  const direction = sort.startsWith("-") ? -1 : 1;
  const compare = (one: string, other: string) => (one < other ? -direction : one > other ? direction : 0);
  const keyed = items.map((item) => ({
    item,
    missing: item[field] === null ? 1 : 0,
    value: String(item[field]).toLowerCase(),
    tie: String(item[ties[field] ?? "id"]).toLowerCase(),
  }));
  keyed.sort(
    (one, other) =>
      one.missing - other.missing ||
      compare(one.value, other.value) ||
      compare(one.tie, other.tie) ||
      compare(one.item.id, other.item.id),
  );
  return keyed.map(({ item }) => item);
}

interface Plan {
  text: string;
  steps: { detail: string; isNested: boolean }[];
}

/** SQLite's plan for each query that `act` runs, on any connection. */
export async function plansOf(portal: Portal, act: () => Promise<unknown>): Promise<Plan[]> {
  const { $client: client } = portal.db;
  const statements = Object.getPrototypeOf(client.prepare("SELECT 1")) as Sqlite.Statement;
  const runs = (["all", "get", "iterate"] as const).map((method) => vi.spyOn(statements, method));
  await act();
  const texts = new Set(runs.flatMap(({ mock }) => (mock.contexts as Sqlite.Statement[]).map(({ source }) => source)));
  for (const run of runs) run.mockRestore();
  return [...texts]
    .filter((text) => /^\s*(select|with)\b/i.test(text))
    .map((text) => {
      const values = Array.from(text.matchAll(/\?/g), () => null);
      const named = Object.fromEntries(Array.from(text.matchAll(/@(\w+)/g), ([, name]) => [name, null]));
      const rows = client
        .prepare<unknown[], { parent: number; detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
        .all(...values, named);
      return { text, steps: rows.map(({ parent, detail }) => ({ detail, isNested: parent !== 0 })) };
    });
}
