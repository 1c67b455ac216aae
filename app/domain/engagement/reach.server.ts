import { eq } from "drizzle-orm";
import type { Database } from "#db/open";
import { engagement } from "#db/schema";
import type { ReadContext } from "~/operations/operation.server";
import { DomainError, notFound } from "~/values/errors";
import { reachesCommand } from "../../policy/policy";

export type EngagementRow = typeof engagement.$inferSelect;
type Reaching = Pick<ReadContext<"engagement write">, "actor" | "reach">;

/**
 * An engagement's whole row.
 * @throws DomainError not_found
 */
export function findEngagement(db: Database, id: string): EngagementRow {
  const found = db.select().from(engagement).where(eq(engagement.id, id)).get();
  if (!found) throw notFound();
  return found;
}

/** @throws DomainError forbidden if the caller's reach does not include the command */
export function refuseOutsideCommand({ actor, reach }: Reaching, commandId: string): void {
  if (reachesCommand(reach, actor, commandId)) return;
  throw new DomainError("forbidden", "This engagement is outside your command");
}

/**
 * The engagement of the path, for a caller that is about to change it.
 * @throws DomainError not_found, or forbidden if it belongs to another command
 */
export function engagementWithinReach(context: Reaching & Pick<ReadContext, "db">, id: string): EngagementRow {
  const found = findEngagement(context.db, id);
  refuseOutsideCommand(context, found.commandId);
  return found;
}
