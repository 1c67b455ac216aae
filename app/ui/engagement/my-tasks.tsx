import { Link } from "@remix-run/react";
import { useRef } from "react";
import { useFocusOnSuccessor } from "~/ui/kit/list/successor-focus";
import { Section } from "~/ui/kit/page/section";
import { formatCount } from "~/values/format";
import { MarkForm, TaskFacts } from "./tasks";

/** The name of the form, in its action's query. */
export const MARK_TASK = "task";

interface MyTasksProps {
  tasks: {
    total: number;
    items: readonly {
      id: string;
      text: string;
      dueDate: string;
      isOverdue: boolean;
      engagementId: string;
      engagementTitle: string;
    }[];
  };
  /** Whether the reader may still mark them done. */
  mayDo: boolean;
}

/** The reader's own follow-up tasks until they are done, those due first. Shows nothing if there are none. */
export function MyTasks({ tasks: { total, items }, mayDo }: MyTasksProps) {
  const list = useRef<HTMLUListElement>(null);
  useFocusOnSuccessor(list);
  if (total === 0) return null;
  return (
    <Section title={`Your follow-up tasks (${formatCount(total)})`}>
      <ul className="glip-tasks" ref={list}>
        {items.map(({ id, text, dueDate, isOverdue, engagementId, engagementTitle }) => (
          <li key={id}>
            <div>
              <Link to={`/gov/engagements/${engagementId}#tasks`}>{text}</Link>
              <TaskFacts about={engagementTitle} dueDate={dueDate} isOverdue={isOverdue} />
            </div>
            {mayDo && <MarkForm task={{ id, text }} done action={`?${MARK_TASK}`} engagementId={engagementId} />}
          </li>
        ))}
      </ul>
      {total > items.length && <p>These are the {items.length} that are due first.</p>}
    </Section>
  );
}
