import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { type Database, statement } from "#db/open";
import { engagementTask } from "#db/schema";
import { countRows, idsOnPage, valuesById } from "~/lists/listing.server";
import { defineQuery } from "~/operations/operation.server";
import { invalidField, notFound } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { dayIn } from "~/values/time-zone";
import { countOpenTasks, mayOwnTasks } from "../../routing/task-owners.server";
import type { EngagementTask } from "./responses";

interface TaskRow extends Omit<EngagementTask, "owner" | "doneBy"> {
  ownerId: string;
  ownerName: string;
  doneById: string | null;
  doneByName: string | null;
}

/** Open tasks first. */
const SELECT_TASKS = `
  SELECT task.id, task.text, task.due_date AS dueDate, task.done_at AS doneAt, task.created_at AS createdAt,
    owner.id AS ownerId, owner.name AS ownerName, done_by.id AS doneById, done_by.name AS doneByName
  FROM engagement_task AS task JOIN user AS owner ON owner.id = task.owner_id
  LEFT JOIN user AS done_by ON done_by.id = task.done_by
  WHERE task.engagement_id = ?
  ORDER BY task.done_at IS NOT NULL, task.due_date, task.id LIMIT ${LIMITS.engagementTasks}`;

/** The follow-up tasks of an engagement: open ones by their due date, then those that are done. */
export function tasksOf(db: Database, engagementId: string): EngagementTask[] {
  return statement<TaskRow>(db, SELECT_TASKS)
    .all(engagementId)
    .map(({ ownerId, ownerName, doneById, doneByName, ...task }) => ({
      ...task,
      owner: { id: ownerId, name: ownerName },
      doneBy: doneById === null ? null : { id: doneById, name: doneByName ?? "" },
    }));
}

/** @throws DomainError not_found, also for a task of another engagement. */
export function findTask(db: Database, { id, taskId }: { id: string; taskId: string }) {
  const found = db
    .select()
    .from(engagementTask)
    .where(and(eq(engagementTask.id, taskId), eq(engagementTask.engagementId, id)))
    .get();
  if (!found) throw notFound();
  return found;
}

/** How many tasks an engagement has, open and done. */
export const countTasks = (db: Database, engagementId: string): number =>
  countRows(db, engagementTask, eq(engagementTask.engagementId, engagementId));

/** @throws DomainError invalid_request for someone who may not own tasks */
export function refuseMissingOwner(db: Database, ownerId: string): void {
  if (!mayOwnTasks(db, ownerId))
    throw invalidField("ownerId", "not_found", "Choose an active colleague who is not a read-only user");
}

const SELECT_OPEN = `
  SELECT task.id, task.text, task.due_date AS dueDate, engagement.id AS engagementId, engagement.title AS engagementTitle
  FROM engagement_task AS task JOIN engagement ON engagement.id = task.engagement_id
  WHERE task.owner_id = ? AND task.done_at IS NULL
  ORDER BY task.due_date, task.id LIMIT ${LIMITS.tasksShown}`;

interface OpenTask {
  id: string;
  text: string;
  dueDate: string;
  engagementId: string;
  engagementTitle: string;
}

/** The reader's own tasks that are not done, those due first: how many, and the first of them. */
export const openTasks = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run({ db, actor, settings, now }) {
    const today = dayIn(settings.workingCalendar.timeZone, now);
    const items = statement<OpenTask>(db, SELECT_OPEN).all(actor.id);
    return {
      total: countOpenTasks(db, actor.id),
      items: items.map((task) => ({ ...task, isOverdue: task.dueDate < today })),
    };
  },
});

const COUNT_OPEN_OF_EACH = `
  SELECT given.value AS id,
    (SELECT count(*) FROM engagement_task WHERE engagement_id = given.value AND done_at IS NULL) AS value
  FROM json_each(?) AS given`;

/** How many open tasks some engagements have. */
export const openTasksOfEngagements = defineQuery({
  gate: "gov read",
  input: idsOnPage,
  run: ({ db }, { ids }) => valuesById<number>(db, COUNT_OPEN_OF_EACH, ids),
});
