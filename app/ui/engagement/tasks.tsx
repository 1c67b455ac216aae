import { Form, Link } from "@remix-run/react";
import { labelledBy } from "~/ui/kit/form/field-group";
import { ConfirmedAction, SubmitButton } from "~/ui/kit/form/form-feedback";
import { ReadAtField } from "~/ui/kit/form/form-key";
import { FormKit } from "~/ui/kit/form/form-kit";
import type { Option } from "~/ui/kit/form/options";
import { SelectField } from "~/ui/kit/form/select-field";
import { TextField } from "~/ui/kit/form/text-field";
import { DateTime, ShortDay } from "~/ui/kit/format/date-time";
import { EmptyState } from "~/ui/kit/page/empty-state";
import { Section } from "~/ui/kit/page/section";
import { counted } from "~/values/format";
import type { FieldConstraints, FormState } from "~/web/forms/form-state";

/** The names of the forms, in their actions' queries. */
export const TASK_FORMS = { add: "newTask", change: "changeTask", mark: "markTask", remove: "removeTask" } as const;
/** The parameter of the address that names the task to change. */
export const CHANGED_TASK = "task";
const TASKS_ID = "tasks";

export const TASK_LABELS = { text: "Task", ownerId: "Owner", dueDate: "Due" } as const;
const labelled = labelledBy(TASK_LABELS);

interface Task {
  id: string;
  text: string;
  owner: { id: string; name: string };
  dueDate: string;
  doneAt: string | null;
  doneBy: { name: string } | null;
}

interface TasksProps {
  tasks: readonly Task[];
  /** The day where the agency is. */
  today: string;
  readerId: string;
  /** Whether the reader may change everything here, or at least do tasks of their own. */
  mayWrite: boolean;
  mayDoOwn: boolean;
  owners: readonly Option[];
  constraints: FieldConstraints;
  /** The task that the reader changes, and its version; empty without one. */
  changedId: string;
  readAt: string | null;
  refused: FormState | undefined;
}

/** The follow-up tasks of an engagement, with the forms to add, do, change and delete them. */
export function Tasks({ tasks, changedId, readAt, refused, ...rest }: TasksProps) {
  const { today, readerId, mayWrite, mayDoOwn, owners, constraints } = rest;
  const open = tasks.filter(({ doneAt }) => doneAt === null);
  const done = tasks.filter(({ doneAt }) => doneAt !== null);
  const changed = mayWrite ? tasks.find(({ id }) => id === changedId) : undefined;
  const mayMark = ({ owner }: Task) => mayWrite || (mayDoOwn && owner.id === readerId);
  const form = { owners, constraints };
  return (
    <Section title={`Follow-up tasks (${open.length})`} id={TASKS_ID}>
      {tasks.length === 0 && !mayWrite && (
        <EmptyState title="No tasks yet">
          <p>People in its command can add what is left to do.</p>
        </EmptyState>
      )}
      {open.length > 0 && (
        <ul className="glip-tasks">
          {open.map((task) => (
            <li key={task.id}>
              <div>
                <span>{task.text}</span>
                <TaskFacts about={task.owner.name} dueDate={task.dueDate} isOverdue={task.dueDate < today} />
              </div>
              <div className="glip-tasks__actions">
                {mayWrite && (
                  <Link to={`?${CHANGED_TASK}=${task.id}#${TASKS_ID}`} preventScrollReset>
                    Change<span className="usa-sr-only"> {task.text}</span>
                  </Link>
                )}
                {mayMark(task) && <MarkForm task={task} done action={`?${TASK_FORMS.mark}`} />}
              </div>
            </li>
          ))}
        </ul>
      )}
      {changed && (
        <div>
          <h3>Change a task</h3>
          <TaskForm
            key={changed.id}
            {...form}
            // Without scripts, the refused form needs the task in its address too.
            action={`?${CHANGED_TASK}=${changed.id}&${TASK_FORMS.change}`}
            taskId={changed.id}
            readAt={readAt}
            values={{ text: changed.text, ownerId: changed.owner.id, dueDate: changed.dueDate }}
            refused={refused?.form === TASK_FORMS.change ? refused : undefined}
            saveLabel="Save task"
          />
          <ConfirmedAction
            label="Delete this task"
            action={`?${TASK_FORMS.remove}`}
            fields={{ taskId: changed.id }}
            confirmLabel="Delete task"
            pendingText="Deleting…"
          >
            <p>This deletes “{changed.text}”. You cannot undo this.</p>
          </ConfirmedAction>
        </div>
      )}
      {mayWrite && !changed && (
        <details className="glip-disclosure" open={refused?.form === TASK_FORMS.add}>
          <summary className="glip-disclosure__summary">Add a task</summary>
          <TaskForm
            key={tasks.length}
            {...form}
            action={`?${TASK_FORMS.add}`}
            values={{ ownerId: readerId }}
            refused={refused?.form === TASK_FORMS.add ? refused : undefined}
            saveLabel="Add task"
          />
        </details>
      )}
      {done.length > 0 && (
        <details className="glip-disclosure">
          <summary className="glip-disclosure__summary">{counted(done.length, "task", "tasks")} done</summary>
          <ul className="glip-tasks">
            {done.map((task) => (
              <li key={task.id}>
                <div>
                  <span>{task.text}</span>
                  <span className="glip-tasks__facts">
                    {task.doneBy?.name}, <DateTime value={task.doneAt} />
                  </span>
                </div>
                {mayMark(task) && <MarkForm task={task} done={false} action={`?${TASK_FORMS.mark}`} />}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Section>
  );
}

interface TaskFactsProps {
  /** Who does it, or for what it is. */
  about: string;
  dueDate: string;
  isOverdue: boolean;
}

/** What to know about an open task, and when it is due. */
export function TaskFacts({ about, dueDate, isOverdue }: TaskFactsProps) {
  return (
    <span className="glip-tasks__facts">
      {about},{" "}
      {isOverdue ? (
        <strong className="glip-tasks__overdue">
          was due <ShortDay value={dueDate} />
        </strong>
      ) : (
        <>
          due <ShortDay value={dueDate} />
        </>
      )}
    </span>
  );
}

interface MarkFormProps {
  task: { id: string; text: string };
  done: boolean;
  action: string;
  /** On a page that is not the engagement's. */
  engagementId?: string;
}

/** One click marks a task done, or open again. */
export function MarkForm({ task, done, action, engagementId }: MarkFormProps) {
  return (
    <Form method="post" action={action} preventScrollReset>
      {engagementId && <input type="hidden" name="id" value={engagementId} />}
      <input type="hidden" name="taskId" value={task.id} />
      <input type="hidden" name="done" value={String(done)} />
      <SubmitButton variant={done ? "outline" : "unstyled"} pendingText="Saving…">
        {done ? "Done" : "Reopen"}
        <span className="usa-sr-only"> {task.text}</span>
      </SubmitButton>
    </Form>
  );
}

interface TaskFormProps {
  action: string;
  taskId?: string;
  readAt?: string | null;
  owners: readonly Option[];
  constraints: FieldConstraints;
  values: Record<string, string>;
  refused: FormState | undefined;
  saveLabel: string;
}

function TaskForm({ action, taskId, readAt = null, owners, constraints, values, refused, saveLabel }: TaskFormProps) {
  return (
    <Form method="post" action={action} noValidate className="usa-form usa-form--large glip-form">
      {taskId && <input type="hidden" name="taskId" value={taskId} />}
      <FormKit constraints={constraints} values={refused?.values ?? values} errors={refused?.errors}>
        <ReadAtField value={refused?.readAt ?? readAt} />
        <TextField {...labelled("text")} />
        <div className="glip-when">
          <SelectField {...labelled("ownerId")} options={owners} />
          <TextField {...labelled("dueDate")} type="date" />
        </div>
        <div className="glip-cluster">
          <SubmitButton pendingText="Saving…">{saveLabel}</SubmitButton>
          {taskId && (
            <Link to={`?#${TASKS_ID}`} preventScrollReset>
              Cancel
            </Link>
          )}
        </div>
      </FormKit>
    </Form>
  );
}
