import { setImmediate as nextTurn } from "node:timers/promises";
import { immediateTransaction, statement, whenUnlocked } from "#db/open";
import { authorityNow } from "~/operations/authority.server";
import { defineOperation, type ReadContext } from "~/operations/operation.server";
import { markReadSchema } from "./schema";

const GATE = "signed in";

/** How many are marked in one transaction. More would keep other requests waiting. */
export const MARKED_AT_ONCE = 1_000;

const MARK_ONE = 'UPDATE notification SET "read" = 1 WHERE id = @id AND user_id = @userId AND "read" = 0';
const UNREAD = `SELECT rowid FROM notification WHERE user_id = @userId AND "read" = 0 LIMIT ${MARKED_AT_ONCE}`;
const MARK_SOME = `UPDATE notification SET "read" = 1 WHERE rowid IN (${UNREAD})`;
const COUNT_SOME = `SELECT count(*) AS count FROM (${UNREAD})`;

/** Marks one or all of the caller's notifications read. This is not audited, because it changes no record. */
export const markRead = defineOperation({
  gate: GATE,
  input: markReadSchema,
  events: [],

  async prepare(context, { id }) {
    let marked = 0;
    while (id === undefined && hasMore(context)) {
      marked += await whenUnlocked(context.db, () => immediateTransaction(context.db, () => markSome(context)));
      await nextTurn();
    }
    return marked;
  },

  run({ db, actor }, { id }, marked) {
    const userId = actor.id;
    const { changes } =
      id === undefined ? statement(db, MARK_SOME).run({ userId }) : statement(db, MARK_ONE).run({ id, userId });
    return { updated: marked + changes };
  },
});

type Context = ReadContext<typeof GATE>;

/** Whether there are more than one transaction marks. */
function hasMore({ db, actor }: Context): boolean {
  return statement<{ count: number }>(db, COUNT_SOME).get({ userId: actor.id })?.count === MARKED_AT_ONCE;
}

function markSome(context: Context): number {
  const { actor } = authorityNow(context, GATE);
  return statement(context.db, MARK_SOME).run({ userId: actor?.id }).changes;
}
