import type { ReactNode } from "react";

export type DescriptionRow = {
  term: string;
  value: ReactNode;
  /** In a column of facts, whether the value is below the term instead of beside it. */
  isWide?: boolean;
};

const NOTHING: readonly ReactNode[] = [null, undefined, false, ""];
const isGiven = ({ value }: DescriptionRow) => !NOTHING.includes(value);

/** A record as terms and values. One line below it names what is not given. */
export function DescriptionList({ rows }: { rows: readonly DescriptionRow[] }) {
  const given = rows.filter(isGiven);
  const missing = rows.filter((row) => !isGiven(row));
  return (
    <>
      {given.length > 0 && (
        <dl className="glip-record">
          {given.map(({ term, value, isWide }) => (
            <div key={term} className={isWide ? "glip-record__row glip-record__row--wide" : "glip-record__row"}>
              <dt className="glip-record__term">{term}</dt>
              <dd className="glip-record__value">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {missing.length > 0 && (
        <p className="glip-record__missing">Not given: {missing.map(({ term }) => term).join(", ")}</p>
      )}
    </>
  );
}
