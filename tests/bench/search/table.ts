import { percentile } from "../measure";

/** One class's times, in milliseconds. */
export interface TableRow {
  name: string;
  product: readonly number[];
  /** None where PostgreSQL was not asked. */
  postgres: readonly number[];
  /** The most that the product's time may be, as a share of PostgreSQL's; null where nothing is held. */
  held: { median: number; p95: number } | null;
}

const COLUMNS = [24, 9, 9, 10, 10, 8, 15, 8, 15] as const;

/** Prints the classes beside each other. @returns whether all that is held was reached. */
export function printTable(rows: readonly TableRow[]): boolean {
  const print = (cells: readonly string[]) => {
    const line = cells.map((cell, index) => (index === 0 ? cell.padEnd(24) : cell.padStart(COLUMNS[index] ?? 0)));
    process.stdout.write(`${line.join(" ").trimEnd()}\n`);
  };
  print(["milliseconds", "p50", "p95", "PG p50", "PG p95", "p50/PG", "at most", "p95/PG", "at most"]);
  let isReached = true;
  for (const { name, product, postgres, held } of rows) {
    const cells = [name, ...figures(product)];
    if (postgres.length > 0) {
      cells.push(...figures(postgres));
      for (const [share, bound] of [
        [0.5, held?.median],
        [0.95, held?.p95],
      ] as const) {
        const ratio = percentile(product, share) / percentile(postgres, share);
        if (bound !== undefined && ratio > bound) isReached = false;
        cells.push(
          ratio.toPrecision(2),
          bound === undefined ? "" : `${bound.toFixed(2)} ${ratio <= bound ? "ok  " : "MISS"}`,
        );
      }
    }
    print(cells);
  }
  return isReached;
}

function figures(values: readonly number[]): string[] {
  return [0.5, 0.95].map((share) => percentile(values, share).toFixed(2));
}
