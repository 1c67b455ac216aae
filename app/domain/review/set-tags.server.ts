import { eq } from "drizzle-orm";
import type * as z from "zod";
import { submission } from "#db/schema";
import { defineOperation, type WriteContext } from "~/operations/operation.server";
import { listFollowers, routeFurther } from "../../routing/route-submission.server";
import { submissionInReview } from "../submission/in-review.server";
import { routeAudited } from "../submission/route.server";
import { governmentTagsSchema } from "./schema";

/**
 * Replaces the government's own tags of a submission, and routes it again: people who follow a tag and are not its
 * reviewers yet are added and told. Nobody is removed.
 * @returns the tags as stored, and how many people were added
 */
export const setGovernmentTags = defineOperation({
  gate: "gov write",
  input: governmentTagsSchema,
  refuses: {
    invalid_request: "the submission is archived",
    forbidden: "you recused yourself from the submission",
  },
  events: ["submission_tags_changed", "submission_routed", "submission_routing_failed"],

  run: changeTags,
});

type Context = WriteContext<"gov write", "submission_tags_changed" | "submission_routed" | "submission_routing_failed">;

/** Replaces the tags as `setGovernmentTags` does, in the open transaction. */
export function changeTags(context: Context, { id, governmentTags }: z.output<typeof governmentTagsSchema>) {
  const { db, now, audit } = context;
  const present = submissionInReview(context, id);
  if (present.governmentTags === governmentTags) return { id, governmentTags, added: 0 };
  // `updatedAt` stays: the submitter would see it.
  db.update(submission).set({ governmentTags }).where(eq(submission.id, id)).run();
  const target = { targetType: "submission", targetId: id, organizationId: present.organizationId };
  audit("submission_tags_changed", {
    ...target,
    details: { before: { governmentTags: present.governmentTags }, after: { governmentTags } },
  });
  if (present.status === "SUBMITTED") {
    return { id, governmentTags, added: routeAudited(context, id, listFollowers(db)).length };
  }
  const added = routeFurther(db, id, listFollowers(db), now).length;
  if (added > 0) audit("submission_routed", { ...target, details: { matches: added } });
  return { id, governmentTags, added };
}
