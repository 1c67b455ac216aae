import * as z from "zod";
import { statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { scopeOf } from "./due-scope";
import { countDue, mostUrgent, readDue } from "./queries.server";

const ROWS_SHOWN = 5;

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
