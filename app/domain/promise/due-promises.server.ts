import { z } from "zod";
import { statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import type { Actor } from "~/policy/policy";
import { countDue, mostUrgent, readDue, type Scope } from "./queries.server";

const ROWS_SHOWN = 5;

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
function scopeOf({ id, role, commandId }: Actor): Scope & { of: "all" | "command" | "mine" } {
  if (role === "GOV_ADMIN" || role === "GOV_SYSTEM_ADMIN") return { of: "all", condition: "TRUE", parameters: {} };
  if (role === "GOV_COMMAND_LEAD" && commandId !== null)
    return { of: "command", condition: OF_COMMAND, parameters: { commandId } };
  return { of: "mine", condition: MINE, parameters: { userId: id } };
}

interface DueRow {
  id: string;
  title: string;
  organization: string;
  owner: string | null;
}

const SELECT_ROWS = `
  SELECT submission.id, submission.title, organization.name AS organization, owner.name AS owner
  FROM json_each(?) AS given CROSS JOIN submission ON submission.id = given.value
  JOIN organization ON organization.id = submission.organization_id
  LEFT JOIN user AS owner ON owner.id = submission.owner_id ORDER BY given.key`;

/** The answers that are overdue and due soon for the caller: how many, and the most urgent. */
export const duePromises = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run({ db, settings, actor, now }) {
    const { of, ...scope } = scopeOf(actor);
    const due = readDue(db, settings.workingCalendar, now);
    const urgent = mostUrgent(db, due, scope, ROWS_SHOWN);
    const rows = statement<DueRow>(db, SELECT_ROWS).all(JSON.stringify(urgent.map(({ id }) => id)));
    const dueOn = new Map(urgent.map((row) => [row.id, row.dueOn]));
    return {
      of,
      ...countDue(db, due, scope),
      items: rows.map((row) => {
        const day = dueOn.get(row.id) ?? "";
        return { ...row, dueOn: day, isOverdue: day < due.today };
      }),
    };
  },
});
