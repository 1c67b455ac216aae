import { setImmediate as nextTurn } from "node:timers/promises";
import { type Database, immediateTransaction, statement, whenUnlocked } from "#db/open";
import type { Services } from "~/operations/services";
import { DAY_MILLISECONDS } from "~/values/days";
import { formatDateTime } from "~/values/format";
import { LIMITS } from "~/values/limits";
import { deliverTo } from "../../routing/deliver.server";
import { LINK_TO } from "../../routing/links";
import { TAKES_SUBMISSIONS } from "./effective-status.server";
import { REMINDER_DAYS } from "./rules";

const SELECT_DUE = `
  SELECT call.id, call.title, call.closes_at AS closesAt, json_group_array(follow.user_id) AS userIds
  FROM (SELECT call_follow.call_id, call_follow.user_id FROM call
        JOIN call_follow ON call_follow.call_id = call.id AND reminded_at IS NULL
        JOIN user ON user.id = call_follow.user_id AND user.active = 1
        WHERE ${TAKES_SUBMISSIONS} AND call.closes_at <= @until LIMIT ${LIMITS.remindedAtOnce}) AS follow
  JOIN call ON call.id = follow.call_id GROUP BY call.id`;
const SET_REMINDED = `
  UPDATE call_follow SET reminded_at = @now WHERE call_id = @id AND user_id IN (SELECT value FROM json_each(@userIds))`;

interface Due {
  id: string;
  title: string;
  closesAt: string;
  /** JSON. */
  userIds: string;
}

/** Reminds everyone who follows a call that closes soon, once. Housekeeping calls it. @returns how many people were due */
export async function remindFollowers({
  db,
  clock,
  settings,
}: Pick<Services, "db" | "clock" | "settings">): Promise<number> {
  let total = 0;
  for (;;) {
    const count = await whenUnlocked(db, () =>
      immediateTransaction(db, () => remindSome(db, clock(), settings.timeZone.id)),
    );
    total += count;
    if (count < LIMITS.remindedAtOnce) return total;
    await nextTurn();
  }
}

function remindSome(db: Database, now: Date, timeZone: string): number {
  const until = new Date(now.getTime() + REMINDER_DAYS * DAY_MILLISECONDS).toISOString();
  let count = 0;
  for (const { id, title, closesAt, userIds } of statement<Due>(db, SELECT_DUE).all({
    now: now.toISOString(),
    until,
  })) {
    const ids = JSON.parse(userIds) as string[];
    const notification = {
      kind: "SYSTEM",
      title: `Closing soon: ${title}`,
      body: `A call that you follow closes on ${formatDateTime(new Date(closesAt), { timeZone })}.`,
      linkUrl: LINK_TO.call(id),
      tags: [],
    } as const;
    const addressees = ids.map((userId) => ({ userId }));
    deliverTo(db, addressees, notification, now);
    statement(db, SET_REMINDED).run({ id, userIds, now: now.toISOString() });
    count += ids.length;
  }
  return count;
}
