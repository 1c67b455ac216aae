import type { Database } from "#db/open";
import type { submission } from "#db/schema";
import { DomainError, notFound } from "~/values/errors";
import { type Actor, organizationOf } from "../../policy/policy";
import { findSubmission } from "../submission/queries.server";

interface Asking {
  db: Database;
  actor: Actor;
}

/**
 * A submission of the caller's organization.
 * @throws DomainError not_found, also for another organization's
 */
export function submissionOf({ db, actor }: Asking, id: string): typeof submission.$inferSelect {
  const found = findSubmission(db, id);
  if (found.organizationId !== organizationOf(actor)) throw notFound();
  return found;
}

/**
 * The same for someone who is about to write about it.
 * @throws DomainError not_found; invalid_request if it is archived
 */
export function openSubmissionOf(asking: Asking, id: string): typeof submission.$inferSelect {
  const found = submissionOf(asking, id);
  if (found.status === "ARCHIVED") throw new DomainError("invalid_request", "This submission is archived");
  return found;
}
