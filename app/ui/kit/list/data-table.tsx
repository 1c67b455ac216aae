import { Link } from "@remix-run/react";
import { type ReactNode, useRef } from "react";
import { Icon } from "~/ui/kit/icon";
import { useFocusOnSuccessor } from "./successor-focus";

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The order that the header's link asks for first, if the list can be sorted by this column. */
  sort?: string;
  /** Whether a card on a narrow screen leaves it out. */
  isForWideScreens?: boolean;
};

/** The key of the last column, with what can be done with a row. */
export const ACTIONS = "actions";

/** The current order of a table's list, and the address of another order. */
export type Sorting = { sort: string; hrefFor: (sort: string) => string };

type DataTableProps<Row> = {
  /** Without it, the headers do not link to other orders. */
  sorting?: Sorting;
  caption: string;
  /** Whether only screen readers get the caption, because a heading above says the same. */
  isCaptionHidden?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** A control before the name of each row. It has a cell of its own, so that it is not part of the row's name. */
  lead?: (row: Row) => ReactNode;
  /** Whether every column but the first has a short number, so that they fit side by side on a phone. */
  isOfFigures?: boolean;
  /** Whether the cells are shorter than the headers, which are beside them on a phone. */
  isShort?: boolean;
  /** Whether each row has one line on a wide screen and is a card of a few lines on a narrow one. */
  isDense?: boolean;
};

const STACKED = "usa-table usa-table--borderless usa-table--stacked glip-table";

const DENSE = `${STACKED} glip-table--dense`;

const SHORT = `${STACKED} glip-table--short`;

const FIGURES = "usa-table usa-table--borderless usa-table--compact glip-figures";

/** A table that stacks on a phone. The first column names the row, so its cells are row headers. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, isCaptionHidden, columns, rows, rowKey, lead, isOfFigures, isShort, isDense, sorting } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  useFocusOnSuccessor(body);
  return (
    <table className={isOfFigures ? FIGURES : isDense ? DENSE : isShort ? SHORT : STACKED}>
      <caption className={isCaptionHidden ? "usa-sr-only" : undefined}>{caption}</caption>
      <thead>
        <tr>
          {lead && <td className="glip-table__lead" />}
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
      <tbody ref={body}>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {lead && <td className="glip-table__lead">{lead(row)}</td>}
            {columns.map(({ key, header, cell, isForWideScreens }, index) =>
              index === 0 ? (
                <th key={key} scope="row" data-label={header}>
                  {cell(row)}
                </th>
              ) : (
                <Cell key={key} column={key} header={header} value={cell(row)} isForWideScreens={isForWideScreens} />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = { column: string; header: string; value: ReactNode; isForWideScreens?: boolean };

/** A cell after the first. A narrow column may cut plain text, so the browser can show all of it. */
function Cell({ column, header, value, isForWideScreens }: CellProps) {
  return (
    <td
      className={isForWideScreens ? "glip-table__wide" : undefined}
      data-column={column}
      data-label={header}
      title={typeof value === "string" ? value : undefined}
    >
      {value}
    </td>
  );
}

/** A header that sorts by its column, or reverses the order if the list already is sorted by it. */
function SortableHeader({ header, first, sorting }: { header: string; first: string; sorting: Sorting }) {
  const name = first.replace("-", "");
  const isSorted = sorting.sort.replace("-", "") === name;
  const isDescending = isSorted && sorting.sort.startsWith("-");
  const next = isSorted ? (isDescending ? name : `-${name}`) : first;
  const icon = isSorted ? (isDescending ? "arrow_downward" : "arrow_upward") : "unfold_more";
  return (
    // Screen readers say this short form before each cell of the column.
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
