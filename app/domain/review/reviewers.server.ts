import { type Database, statement } from "#db/open";
import { type Actor, reachesCommand, reachThrough } from "~/policy/policy";
import { invalidField } from "~/values/errors";
import { IS_REVIEWER } from "../../routing/reviewers";

const SELECT_REVIEWER = `
  SELECT user.id, user.name, user.command_id AS commandId FROM user
  WHERE user.id = @userId AND ${IS_REVIEWER}
    AND NOT EXISTS (SELECT 1 FROM review_recusal WHERE submission_id = @submissionId AND user_id = user.id)`;

export interface Reviewer {
  id: string;
  name: string;
  commandId: string | null;
}

/**
 * A colleague who may be given a submission or asked about it, under the write lock.
 * @throws DomainError invalid_request at the field, for someone who does not review, is deactivated or recused themselves
 */
export function findReviewer(db: Database, submissionId: string, userId: string, field: string): Reviewer {
  const found = statement<Reviewer>(db, SELECT_REVIEWER).get({ submissionId, userId });
  if (!found) throw invalidField(field, "not_found", "Choose an active reviewer who did not recuse themselves");
  return found;
}

const SELECT_COMMAND = "SELECT command_id AS commandId FROM user WHERE id = ?";

/** Whether someone may give submissions to people of a person's command, or take submissions from them. */
export function directs(db: Database, actor: Actor, userId: string): boolean {
  const commandId = statement<{ commandId: string | null }>(db, SELECT_COMMAND).get(userId)?.commandId ?? null;
  return reachesCommand(reachThrough("review assignment", actor), actor, commandId);
}
