import type { ReactNode } from "react";
import { NotGiven } from "~/ui/kit/format/not-given";

export type DescriptionRow = { term: string; value: ReactNode };

/** A record as terms and values. It shows every row; one without a value says "Not given". */
export function DescriptionList({ rows }: { rows: readonly DescriptionRow[] }) {
  return (
    <dl className="glip-record">
      {rows.map(({ term, value }) => (
        <div key={term} className="glip-record__row">
          <dt className="glip-record__term">{term}</dt>
          <dd className="glip-record__value">
            {value === null || value === undefined || value === "" ? <NotGiven /> : value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
