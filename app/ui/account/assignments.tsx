import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { TagList } from "~/ui/kit/format/tag-list";
import { formatCount } from "~/values/format";

interface Listed<Item> {
  total: number;
  items: readonly Item[];
}

type Titled = { id: string; title: string };

interface AssignmentsProps {
  assignments: {
    reviews: Listed<Titled>;
    calls: Listed<Titled>;
    engagements: Listed<Titled>;
    tasks: Listed<{ id: string; text: string; engagementId: string }>;
    submissions: Listed<Titled>;
    invitations: Listed<{ id: string; email: string }>;
    tags: readonly string[];
  };
  /** Whether the reader is an industry user, whose submissions have another address. */
  isIndustry: boolean;
}

/** What is assigned or addressed to a person. Says so if it is nothing. */
export function Assignments({ assignments, isIndustry }: AssignmentsProps) {
  const { reviews, calls, engagements, tasks, submissions, invitations, tags } = assignments;
  const isNothing =
    tags.length === 0 &&
    [reviews, calls, engagements, tasks, submissions, invitations].every(({ total }) => total === 0);
  if (isNothing) return <p>Nothing is assigned or addressed to this person now.</p>;
  const titled = (path: string) => (item: Titled) => <Link to={`${path}/${item.id}`}>{item.title}</Link>;
  return (
    <>
      <Records title="Submissions to review" list={reviews} show={titled("/gov/submissions")} />
      <Records title="Calls" list={calls} show={titled("/gov/calls")} />
      <Records title="Engagements" list={engagements} show={titled("/gov/engagements")} />
      <Records
        title="Follow-up tasks"
        list={tasks}
        show={({ text, engagementId }) => <Link to={`/gov/engagements/${engagementId}`}>{text}</Link>}
      />
      <Records
        title="Submissions without a review"
        list={submissions}
        show={titled(isIndustry ? "/portal/submissions" : "/gov/submissions")}
      />
      <Records title="Open invitations, which will be withdrawn" list={invitations} show={({ email }) => email} />
      {tags.length > 0 && (
        <>
          <h3>Followed tags ({tags.length})</h3>
          <TagList tags={tags.join(",")} />
        </>
      )}
    </>
  );
}

type RecordsProps<Item> = { title: string; list: Listed<Item>; show: (item: Item) => ReactNode };

function Records<Item extends { id: string }>({ title, list: { total, items }, show }: RecordsProps<Item>) {
  if (total === 0) return null;
  return (
    <>
      <h3>
        {title} ({formatCount(total)})
      </h3>
      <ul>
        {items.map((item) => (
          <li key={item.id}>{show(item)}</li>
        ))}
        {total > items.length && <li>and {formatCount(total - items.length)} more</li>}
      </ul>
    </>
  );
}
