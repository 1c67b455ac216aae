import { engagementTask } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { invalidField } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { notifyTaskOwner } from "./followers.server";
import { engagementWithinReach } from "./reach.server";
import { touchEngagement } from "./record.server";
import { newEngagementTaskSchema } from "./schema";
import { countTasks, refuseMissingOwner } from "./tasks.server";

/** Adds a follow-up task to an engagement, and notifies its owner. */
export const addEngagementTask = defineOperation({
  gate: "engagement write",
  input: newEngagementTaskSchema,
  refuses: {
    invalid_request: `\`ownerId\` does not name an active government user who may write, or the engagement has ${LIMITS.engagementTasks} tasks`,
    forbidden: "the engagement belongs to another command",
  },
  events: ["engagement_task_created"],

  run(context, { id: engagementId, ...task }) {
    const { db, actor, newId, now, audit } = context;
    const present = engagementWithinReach(context, engagementId);
    refuseMissingOwner(db, task.ownerId);
    if (countTasks(db, engagementId) >= LIMITS.engagementTasks)
      throw invalidField("text", "too_many", `An engagement has at most ${LIMITS.engagementTasks} tasks`);
    const id = newId();
    const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    db.insert(engagementTask)
      .values({ id, engagementId, ...task, createdBy: actor.id, ...times })
      .run();
    touchEngagement(db, engagementId, now);
    const notified = notifyTaskOwner(context, present, task);
    audit("engagement_task_created", {
      targetType: "engagement",
      targetId: engagementId,
      organizationId: present.organizationId,
      details: { after: { taskId: id, ...task }, notified },
    });
    return { id };
  },
});
