import * as z from "zod";
import { statement } from "#db/open";
import { parse } from "~/operations/input.server";
import { defineOperation } from "~/operations/operation.server";
import { oneOf } from "~/values/text";
import { COLUMN_LIST_NAMES, COLUMN_LISTS, columnsText } from "./lists";
import { columnsOf } from "./schema";

const DELETE = "DELETE FROM shown_columns WHERE user_id = ? AND list = ?";
const UPSERT = `
  INSERT INTO shown_columns (user_id, list, columns) VALUES (?, ?, ?)
  ON CONFLICT (user_id, list) DO UPDATE SET columns = excluded.columns`;

/**
 * Keeps which columns of a list the caller wants to see, only for the caller. The usual columns need no record, so that later
 * versions can add to them. This is not audited, because it changes no record.
 */
export const chooseColumns = defineOperation({
  gate: "gov read",
  input: z.object({ list: oneOf(COLUMN_LIST_NAMES), columns: z.string() }),
  events: [],
  run({ db, actor }, { list, columns: sent }) {
    const { columns } = parse(z.object({ columns: columnsOf(list) }), { columns: sent });
    const text = columnsText(columns);
    if (text === columnsText(COLUMN_LISTS[list].usual)) statement(db, DELETE).run(actor.id, list);
    else statement(db, UPSERT).run(actor.id, list, text);
    return { columns: text };
  },
});
