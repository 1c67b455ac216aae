import { StatTiles } from "~/ui/kit/list/stat-tiles";
import { formatCount } from "~/values/format";
import { labelOf } from "~/values/labels";

interface StatusCountsProps {
  statuses: readonly string[];
  counts: readonly { status: string; total: number }[];
  /** The list of records with a status, if there is one. */
  hrefFor?: (status: string) => string | undefined;
}

/** How many records have each status, including zero. */
export function StatusCounts({ statuses, counts, hrefFor }: StatusCountsProps) {
  const totalOf = (status: string) => counts.find((count) => count.status === status)?.total ?? 0;
  return (
    <StatTiles
      tiles={statuses.map((status) => ({
        label: labelOf(status),
        value: formatCount(totalOf(status)),
        to: hrefFor?.(status),
      }))}
    />
  );
}
