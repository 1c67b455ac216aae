import { labelOf } from "~/labels";

interface StatusCountsProps {
  statuses: readonly string[];
  counts: readonly { status: string; total: number }[];
}

/** How many records stand at each status; a status without any is shown too. */
export function StatusCounts({ statuses, counts }: StatusCountsProps) {
  return (
    <ul className="glip-stats">
      {statuses.map((status) => (
        <li className="glip-stat" key={status}>
          <span className="glip-stat__value">{counts.find((count) => count.status === status)?.total ?? 0}</span>
          <span className="glip-stat__label">{labelOf(status)}</span>
        </li>
      ))}
    </ul>
  );
}
