import { Link } from "@remix-run/react";
import type { Query } from "~/ui/kit/list/list-address";
import { Shortcuts } from "~/ui/kit/shortcuts";
import { REVIEW_SHORTCUTS } from "./shortcut-keys";

/** The parameters of a list of submissions that its links to submissions carry. */
const PARAMETERS = ["view", "status", "type", "tag", "q", "organizationId", "callId", "olderThan", "sort"];

/** The part of an address's query that is about the list from which its reader came. */
export const queueOf = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => PARAMETERS.includes(name)));

/** The address of that list, or of a submission in it. */
export function addressIn(queue: Query, id?: string): string {
  const query = new URLSearchParams(queue).toString();
  return `/gov/submissions${id === undefined ? "" : `/${id}`}${query && `?${query}`}`;
}

interface Neighbor {
  id: string;
  title: string;
}

type QueueNavProps = {
  queue: Query;
  previous: Neighbor | null;
  next: Neighbor | null;
  /** Whether the reader uses shortcuts of one key. */
  hasShortcuts: boolean;
};

/** Leads to the submissions before and after this one in its reader's list, and back to the list. */
export function QueueNav({ queue, previous, next, hasShortcuts }: QueueNavProps) {
  return (
    <nav className="glip-queue" aria-label="List of submissions">
      <ul className="usa-list usa-list--unstyled glip-cluster">
        <li>
          <Link to={addressIn(queue)} data-shortcut="list">
            Back to the list
          </Link>
        </li>
        {previous && (
          <li>
            <Link to={addressIn(queue, previous.id)} data-shortcut="previous" title={previous.title}>
              Previous<span className="usa-sr-only">: {previous.title}</span>
            </Link>
          </li>
        )}
        {next && (
          <li>
            <Link to={addressIn(queue, next.id)} data-shortcut="next" title={next.title}>
              Next<span className="usa-sr-only">: {next.title}</span>
            </Link>
          </li>
        )}
        <li>
          <Shortcuts isOn={hasShortcuts} shortcuts={REVIEW_SHORTCUTS} />
        </li>
      </ul>
    </nav>
  );
}
