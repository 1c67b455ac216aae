import { type SQL, sql } from "drizzle-orm";
import type { Actor } from "~/policy/policy";

/** Whose submissions: a condition on `submission`, and its parameters. */
export interface Scope {
  condition: string;
  parameters: { userId?: string; commandId?: string };
}

/** An unassigned submission counts to the people it was routed to, as `who` says. */
const ownedOrRouted = (owner: string, who: string): string => `(${owner} OR (submission.owner_id IS NULL AND EXISTS (
  SELECT 1 FROM submission_match AS match ${who})))`;

const MINE = ownedOrRouted(
  "submission.owner_id = @userId",
  "WHERE match.submission_id = submission.id AND match.user_id = @userId",
);
const OF_COMMAND = ownedOrRouted(
  "submission.owner_id IN (SELECT id FROM user WHERE command_id = @commandId)",
  "JOIN user ON user.id = match.user_id WHERE match.submission_id = submission.id AND user.command_id = @commandId",
);

/** Whose promises a person sees: administrators all, leads those of their command, everyone else their own. */
export function scopeOf({ id, role, commandId }: Actor): Scope & { of: "all" | "command" | "mine" } {
  if (role === "GOV_ADMIN" || role === "GOV_SYSTEM_ADMIN") return { of: "all", condition: "TRUE", parameters: {} };
  if (role === "GOV_COMMAND_LEAD" && commandId !== null)
    return { of: "command", condition: OF_COMMAND, parameters: { commandId } };
  return { of: "mine", condition: MINE, parameters: { userId: id } };
}

const PARAMETER = /@(\w+)/;

/** The condition of a scope, for a query of lists. */
export function inScope({ condition, parameters }: Scope): SQL {
  const values: Record<string, string | undefined> = { ...parameters };
  const parts = condition.split(PARAMETER).map((part, index) => (index % 2 ? sql`${values[part]}` : sql.raw(part)));
  return sql.join(parts);
}
