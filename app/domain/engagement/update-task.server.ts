import { eq } from "drizzle-orm";
import { engagementTask } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { notifyTaskOwner } from "./followers.server";
import { findEngagement, refuseOutsideCommand } from "./reach.server";
import { touchEngagement } from "./record.server";
import { engagementTaskChangeSchema } from "./schema";
import { findTask, refuseMissingOwner } from "./tasks.server";

/**
 * Changes a follow-up task, or marks it done. Its owner may mark it done or open again even if the engagement belongs to
 * another command. A new owner is notified.
 */
export const updateEngagementTask = defineOperation({
  gate: "engagement write",
  input: engagementTaskChangeSchema,
  refuses: {
    invalid_request: "`ownerId` does not name an active government user who may write",
    forbidden: "the engagement belongs to another command, and the request does more than mark the caller's own task",
  },
  events: ["engagement_task_updated", "engagement_task_completed"],

  run(context, { id, taskId, done, ...sent }) {
    const { db, actor, now, audit } = context;
    const task = findTask(db, { id, taskId });
    const present = findEngagement(db, id);
    const onlyMarksOwn = task.ownerId === actor.id && Object.values(sent).every((value) => value === undefined);
    if (!onlyMarksOwn) refuseOutsideCommand(context, present.commandId);
    if (sent.ownerId !== undefined && sent.ownerId !== task.ownerId) refuseMissingOwner(db, sent.ownerId);

    const wasDone = task.doneAt !== null;
    const isDone = done ?? wasDone;
    const changed = {
      text: sent.text ?? task.text,
      ownerId: sent.ownerId ?? task.ownerId,
      dueDate: sent.dueDate ?? task.dueDate,
      // Marking it done twice changes nothing: the first time counts.
      ...(isDone !== wasDone && { doneAt: isDone ? now.toISOString() : null, doneBy: isDone ? actor.id : null }),
    };
    const changes = changesBetween(task, changed);
    if (!changes) return { id: taskId };
    db.update(engagementTask)
      .set({ ...changed, updatedAt: now.toISOString() })
      .where(eq(engagementTask.id, taskId))
      .run();
    touchEngagement(db, id, now);
    const notified = changed.ownerId !== task.ownerId && !isDone ? notifyTaskOwner(context, present, changed) : 0;
    audit(isDone && !wasDone ? "engagement_task_completed" : "engagement_task_updated", {
      targetType: "engagement",
      targetId: id,
      organizationId: present.organizationId,
      details: { taskId, ...changes, notified },
    });
    return { id: taskId };
  },
});
