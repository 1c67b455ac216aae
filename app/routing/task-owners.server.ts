import { type Database, statement } from "#db/open";
import { IS_REVIEWER } from "./reviewers";

/* Who may own a follow-up task of an engagement. Handing over work needs it too, so it is below the nouns. */

const SELECT_OWNER = `SELECT 1 FROM user WHERE user.id = ? AND ${IS_REVIEWER}`;

/** Whether someone may get a task: not a person who could not mark it done. */
export const mayOwnTasks = (db: Database, userId: string): boolean =>
  statement(db, SELECT_OWNER).get(userId) !== undefined;

const SELECT_OWNERS = `
  SELECT DISTINCT owner_id AS userId FROM engagement_task WHERE engagement_id = ? AND done_at IS NULL`;

/** The people who own the tasks of an engagement that are not done. */
export const ownersOfOpenTasks = (db: Database, engagementId: string): string[] =>
  statement<{ userId: string }>(db, SELECT_OWNERS)
    .all(engagementId)
    .map(({ userId }) => userId);

const COUNT_OPEN = "SELECT count(*) AS total FROM engagement_task WHERE owner_id = ? AND done_at IS NULL";

/** How many tasks that are not done someone owns. */
export const countOpenTasks = (db: Database, ownerId: string): number =>
  statement<{ total: number }>(db, COUNT_OPEN).get(ownerId)?.total ?? 0;
