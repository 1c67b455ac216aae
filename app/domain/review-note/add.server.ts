import { reviewNote, reviewNoteMention } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { invalidField } from "~/values/errors";
import { excerptOf } from "~/values/excerpt";
import { formattedExcerpt } from "~/values/formatted-text/parse.server";
import { deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { markSeen } from "../../routing/read-notifications.server";
import { submissionInReview } from "../submission/in-review.server";
import { mayAllBeMentioned } from "./people.server";
import { newReviewNoteSchema } from "./schema";

/** A note may be pages long. A notification is short. */
const NOTIFICATION_CHARACTERS = 300;

/**
 * Adds an internal note to a submission, and notifies the colleagues that it mentions. It leaves the submission's row as
 * it is, because the submitter sees when that changes. The audit log has the note's id, not its text.
 */
export const addReviewNote = defineOperation({
  gate: "gov write",
  input: newReviewNoteSchema,
  refuses: { forbidden: "you recused yourself from the submission" },
  events: ["submission_note_created"],

  run(context, { id: submissionId, body, mentions }) {
    const { db, actor, newId, now, audit } = context;
    const { title, organizationId } = submissionInReview(context, submissionId);
    const mentioned = mentions ?? [];
    if (!mayAllBeMentioned(db, submissionId, mentioned)) {
      throw invalidField("mentions", "not_found", "Choose active government users who did not recuse themselves");
    }
    const id = newId();
    db.insert(reviewNote).values({ id, submissionId, authorId: actor.id, body, createdAt: now.toISOString() }).run();
    for (const userId of mentioned) db.insert(reviewNoteMention).values({ noteId: id, userId }).run();
    markSeen(db, actor.id, { submissionId });
    const notification = {
      kind: "SYSTEM",
      title: `${actor.name} mentioned you in a note`,
      body: excerptOf(`${title}: ${formattedExcerpt(body, NOTIFICATION_CHARACTERS)}`, NOTIFICATION_CHARACTERS),
      linkUrl: LINK_TO.reviewedSubmission(submissionId),
      // Without the submission's id and tags: someone may be mentioned more than once, whatever tags they follow.
      tags: [],
    } as const;
    const addressees = mentioned.filter((userId) => userId !== actor.id).map((userId) => ({ userId }));
    deliverTo(db, addressees, notification, now);
    audit("submission_note_created", {
      targetType: "submission",
      targetId: submissionId,
      organizationId,
      details: { after: { noteId: id, mentions: mentioned } },
    });
    return { id };
  },
});
