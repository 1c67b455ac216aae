import { Link } from "@remix-run/react";
import { Day } from "~/ui/kit/format/date-time";
import { DataTable } from "~/ui/kit/list/data-table";
import { Section } from "~/ui/kit/page/section";
import { counted, formatCount } from "~/values/format";

interface DuePromisesProps {
  due: {
    of: "all" | "command" | "mine";
    overdue: number;
    dueSoon: number;
    items: readonly {
      id: string;
      title: string;
      organization: string;
      owner: string | null;
      dueOn: string;
      isOverdue: boolean;
    }[];
  };
}

/** The view of the list of submissions that has all of them. */
const ALL = "/gov/submissions?view=due";

const WHOSE = { all: "", command: " from your command", mine: " from you" };

/** The promised answers that are overdue or due soon, most urgent first. Shows nothing if there are none. */
export function DuePromises({ due: { of, overdue, dueSoon, items } }: DuePromisesProps) {
  if (overdue + dueSoon === 0) return null;
  const shown = items.length < overdue + dueSoon ? `, the ${items.length} most urgent` : "";
  return (
    <Section
      title={`Answers due${WHOSE[of]}`}
      actions={items.length < overdue + dueSoon && <Link to={ALL}>All {formatCount(overdue + dueSoon)}</Link>}
    >
      <p>
        <strong>{counted(overdue, "answer is", "answers are")} overdue.</strong>{" "}
        {counted(dueSoon, "more is", "more are")} due by the end of the third working day from today.
      </p>
      <DataTable
        caption={`Promised answers${shown}`}
        rows={items}
        rowKey={({ id }) => id}
        columns={[
          {
            key: "title",
            header: "Submission",
            cell: ({ id, title }) => <Link to={`/gov/submissions/${id}?view=due`}>{title}</Link>,
          },
          { key: "organization", header: "Organization", cell: ({ organization }) => organization },
          { key: "owner", header: "Owner", cell: ({ owner }) => owner ?? "None" },
          {
            key: "dueOn",
            header: "Due",
            cell: ({ dueOn, isOverdue }) => (
              <>
                <Day value={dueOn} />
                {isOverdue && <strong> (overdue)</strong>}
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
