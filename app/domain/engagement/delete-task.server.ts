import { eq } from "drizzle-orm";
import { engagementTask } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { engagementWithinReach } from "./reach.server";
import { touchEngagement } from "./record.server";
import { engagementTaskSchema } from "./schema";
import { findTask } from "./tasks.server";

/** Deletes a follow-up task. Nobody is notified. */
export const deleteEngagementTask = defineOperation({
  gate: "engagement write",
  input: engagementTaskSchema,
  refuses: { forbidden: "the engagement belongs to another command" },
  events: ["engagement_task_deleted"],

  run(context, { id: engagementId, taskId }) {
    const { db, now, audit } = context;
    const { id, text, ownerId, dueDate, doneAt } = findTask(db, { id: engagementId, taskId });
    const present = engagementWithinReach(context, engagementId);
    db.delete(engagementTask).where(eq(engagementTask.id, id)).run();
    touchEngagement(db, engagementId, now);
    audit("engagement_task_deleted", {
      targetType: "engagement",
      targetId: engagementId,
      organizationId: present.organizationId,
      details: { before: { taskId: id, text, ownerId, dueDate, doneAt } },
    });
    return { id };
  },
});
