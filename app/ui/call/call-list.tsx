import { Link } from "@remix-run/react";
import { useContext } from "react";
import { DateTime, FutureDateTime } from "~/ui/kit/format/date-time";
import { TagList } from "~/ui/kit/format/tag-list";
import { NowContext } from "~/ui/kit/now";
import { formatList } from "~/values/format";

interface ListedCall {
  id: string;
  title: string;
  excerpt: string;
  techTags: string;
  closesAt: string | null;
  /** The tags that the call shares with the reader's organization. */
  matchedTags?: readonly string[];
}

/** A list of calls: title, closing date, beginning of the text. */
export function CallList({ calls, heading: Heading = "h3" }: { calls: readonly ListedCall[]; heading?: "h2" | "h3" }) {
  return (
    <ul className="glip-rows">
      {calls.map((call) => (
        <li className="glip-row" key={call.id}>
          <Heading className="glip-row__title">
            <Link to={`/calls/${call.id}`}>{call.title}</Link>
          </Heading>
          <p className="glip-row__text">{call.excerpt}</p>
          {call.matchedTags && (
            <p>
              Matches your {call.matchedTags.length === 1 ? "tag" : "tags"}{" "}
              <strong>{formatList(call.matchedTags)}</strong>.
            </p>
          )}
          <div className="glip-cluster glip-row__facts">
            <Deadline closesAt={call.closesAt} />
            {call.techTags && <TagList tags={call.techTags} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

type DeadlineProps = {
  closesAt: string | null;
  /** Whether it is about the page's own call, so that readers elsewhere also see it in their own time. */
  hasOwnTime?: boolean;
};

/** When a call closes, and the time left: "Closes Nov 23, 6:59 PM EST, in 2 days". */
export function Deadline({ closesAt, hasOwnTime }: DeadlineProps) {
  const now = useContext(NowContext);
  if (closesAt === null) return <span>Open until further notice</span>;
  const isOver = now !== null && now > new Date(closesAt);
  return (
    <span>
      {isOver ? (
        <>
          Its deadline was <DateTime value={closesAt} isShort />
        </>
      ) : (
        <>
          Closes <FutureDateTime value={closesAt} hasOwnTime={hasOwnTime} />
        </>
      )}
    </span>
  );
}
