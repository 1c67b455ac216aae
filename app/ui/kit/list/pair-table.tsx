import type { ReactNode } from "react";

/** A name and its meaning. */
type Pair = { key: string; name: ReactNode; meaning: ReactNode };

type PairTableProps = {
  caption: string;
  /** Whether only screen readers get the caption, because a heading above says the same. */
  isCaptionHidden?: boolean;
  columns: readonly [name: string, meaning: string];
  rows: readonly Pair[];
};

/** A table of names and their meanings. On a phone each meaning is below its name. */
export function PairTable({ caption, isCaptionHidden = false, columns, rows }: PairTableProps) {
  return (
    <table className="usa-table usa-table--borderless usa-table--compact glip-pairs">
      <caption className={isCaptionHidden ? "usa-sr-only" : undefined}>{caption}</caption>
      <thead className="usa-sr-only">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, meaning }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
