import { type Database, statement } from "#db/open";
import { IS_REVIEWER } from "./reviewers";

/* Who may own a follow-up task of an engagement. Handing over work needs it too, so it is below the nouns. */

const SELECT_OWNER = `SELECT 1 FROM user WHERE user.id = ? AND ${IS_REVIEWER}`;

/** Whether someone may get a task: not a person who could not mark it done. */
export const mayOwnTasks = (db: Database, userId: string): boolean =>
  statement(db, SELECT_OWNER).get(userId) !== undefined;

const COUNT_OPEN = "SELECT count(*) AS total FROM engagement_task WHERE owner_id = ? AND done_at IS NULL";

/** How many tasks that are not done someone owns. */
export const countOpenTasks = (db: Database, ownerId: string): number =>
  statement<{ total: number }>(db, COUNT_OPEN).get(ownerId)?.total ?? 0;
