import * as z from "zod";
import { statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { oneOf } from "~/values/text";
import { COLUMN_LIST_NAMES, COLUMN_LISTS } from "./lists";

const SELECT_CHOSEN = "SELECT columns FROM shown_columns WHERE user_id = ? AND list = ?";

/** The columns that a list shows: those of its address, or those that its reader chose, or the usual ones. */
export const shownColumns = defineQuery({
  gate: "gov read",
  input: z.object({
    list: oneOf(COLUMN_LIST_NAMES),
    /** The columns of the address. */
    columns: z.array(z.string()).optional(),
    /** Columns that the view is about. It shows them unless the address says otherwise. */
    also: z.array(z.string()).default([]),
  }),
  run({ db, actor }, { list, columns, also }) {
    const { offered, usual } = COLUMN_LISTS[list];
    const chosen = () => statement<{ columns: string }>(db, SELECT_CHOSEN).get(actor.id, list)?.columns.split(",");
    const names: readonly string[] = columns ?? [...also, ...(chosen() ?? usual)];
    // An older version may have offered others.
    return { usual, shown: offered.filter((name) => names.includes(name)) };
  },
});
