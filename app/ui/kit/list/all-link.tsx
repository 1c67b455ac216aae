import { Link } from "@remix-run/react";
import { formatCount } from "~/values/format";

type AllLinkProps = {
  to: string;
  total: number;
  /** What it lists. Beside a heading only people who hear the link alone need it. */
  of: string;
};

/** Leads from some records to the list of all. */
export function AllLink({ to, total, of }: AllLinkProps) {
  return (
    <Link to={to}>
      All {formatCount(total)}
      <span className="usa-sr-only"> {of}</span>
    </Link>
  );
}
