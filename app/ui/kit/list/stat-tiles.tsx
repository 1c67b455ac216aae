import { Link } from "@remix-run/react";

type StatTile = {
  label: string;
  value: string;
  /** The list that the number counts. */
  to?: string;
};

/** Numbers side by side, each with what it counts. One that counts a list links to it. */
export function StatTiles({ tiles }: { tiles: readonly StatTile[] }) {
  return (
    <ul className="glip-stats">
      {tiles.map(({ label, value, to }) => (
        <li className="glip-stat" key={label}>
          {to === undefined ? (
            <div>
              <Figure label={label} value={value} />
            </div>
          ) : (
            <Link to={to}>
              <Figure label={label} value={value} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function Figure({ label, value }: Pick<StatTile, "label" | "value">) {
  return (
    <>
      <span className="glip-stat__value">{value}</span>
      <span className="glip-stat__label">{label}</span>
    </>
  );
}
