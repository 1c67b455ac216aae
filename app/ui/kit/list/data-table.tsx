import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "~/ui/kit/icon";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Where the list can be ordered by it: the order that is asked for first. */
  sort?: string;
};

/** The order of a list that stands in a table, and the way to another one. */
export type Sorting = { sort: string; hrefFor: (sort: string) => string };

type DataTableProps<Row> = {
  /** Without it no header leads to another order. */
  sorting?: Sorting;
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** What follows the row's name is a number each: few and short enough to stand beside each other on a phone. */
  isOfFigures?: boolean;
};

const STACKED = "usa-table usa-table--borderless usa-table--stacked glip-table";

const FIGURES = "usa-table usa-table--borderless usa-table--compact glip-figures";

/** A table that stacks on a phone. The first column names the row, so its cells are row headers. */
export function DataTable<Row>({ caption, columns, rows, rowKey, isOfFigures, sorting }: DataTableProps<Row>) {
  return (
    <table className={isOfFigures ? FIGURES : STACKED}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, header, sort }) =>
            sorting && sort ? (
              <SortableHeader key={key} header={header} first={sort} sorting={sorting} />
            ) : (
              <th key={key} scope="col">
                {header}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, header, cell }, index) =>
              index === 0 ? (
                <th key={key} scope="row" data-label={header}>
                  {cell(row)}
                </th>
              ) : (
                <td key={key} data-label={header}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A header that leads to the order by its column: the other way round, where that is the present one. */
function SortableHeader({ header, first, sorting }: { header: string; first: string; sorting: Sorting }) {
  const name = first.replace("-", "");
  const isSorted = sorting.sort.replace("-", "") === name;
  const isDescending = isSorted && sorting.sort.startsWith("-");
  const next = isSorted ? (isDescending ? name : `-${name}`) : first;
  const icon = isSorted ? (isDescending ? "arrow_downward" : "arrow_upward") : "unfold_more";
  return (
    // What a screen reader says before each cell of the column is the short form.
    <th scope="col" abbr={header} aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}>
      <Link className="glip-sort" to={sorting.hrefFor(next)} preventScrollReset>
        <span>
          {header}
          <span className="usa-sr-only">, sort {next.startsWith("-") ? "descending" : "ascending"}</span>
        </span>
        <Icon name={icon} />
      </Link>
    </th>
  );
}
