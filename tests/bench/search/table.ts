import { percentile } from "../measure";

/** The times of one class, in milliseconds. */
export interface TableRow {
  name: string;
  product: readonly number[];
  /** Empty if PostgreSQL did not run. */
  postgres: readonly number[];
  /** The limits, as shares of PostgreSQL's time. Null if there are none. */
  limits: { median: number; p95: number } | null;
}

const COLUMNS = [24, 9, 9, 10, 10, 8, 15, 8, 15] as const;

/** Prints a row for each class. @returns whether all are within their limits */
export function printTable(rows: readonly TableRow[]): boolean {
  const print = (cells: readonly string[]) => {
    const line = cells.map((cell, index) => (index === 0 ? cell.padEnd(24) : cell.padStart(COLUMNS[index] ?? 0)));
    process.stdout.write(`${line.join(" ").trimEnd()}\n`);
  };
  print(["milliseconds", "p50", "p95", "PG p50", "PG p95", "p50/PG", "at most", "p95/PG", "at most"]);
  let isWithinLimits = true;
  for (const { name, product, postgres, limits } of rows) {
    const cells = [name, ...figures(product)];
    if (postgres.length > 0) {
      cells.push(...figures(postgres));
      for (const [share, bound] of [
        [0.5, limits?.median],
        [0.95, limits?.p95],
      ] as const) {
        const ratio = percentile(product, share) / percentile(postgres, share);
        if (bound !== undefined && ratio > bound) isWithinLimits = false;
        cells.push(
          ratio.toPrecision(2),
          bound === undefined ? "" : `${bound.toFixed(2)} ${ratio <= bound ? "ok  " : "MISS"}`,
        );
      }
    }
    print(cells);
  }
  return isWithinLimits;
}

function figures(values: readonly number[]): string[] {
  return [0.5, 0.95].map((share) => percentile(values, share).toFixed(2));
}
