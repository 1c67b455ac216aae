import * as z from "zod";
import { type Database, openSnapshot, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { yieldDuringLongTask } from "~/values/event-loop";
import { LIMITS } from "~/values/limits";
import { listFollowers, planRouting, type RoutingPlan } from "../../routing/route-submission.server";
import { peopleById } from "./explained-routing.server";

/** How many submissions one step looks at. This takes a few milliseconds; then other requests run. */
const PLANNED_AT_ONCE = 50;
/** How many submissions, and how many reviewers, the preview names. */
const SUBMISSIONS_SHOWN = 50;
const PEOPLE_SHOWN = 100;
/** How many reviewers it names for one submission. */
const NAMES_SHOWN = 5;

const COUNT_WAITING = "SELECT count(*) AS total FROM submission WHERE status = 'SUBMITTED'";
const SELECT_WAITING = `
  SELECT id, created_at AS createdAt FROM submission
  WHERE status = 'SUBMITTED' AND (created_at, id) > (@createdAt, @id) ORDER BY created_at, id LIMIT @limit`;

/** What one reviewer would get. */
interface Share {
  submissions: number;
  notifications: number;
}

/**
 * What rerouting would do now: how many unrouted submissions would find a reviewer, and how many submissions and
 * notifications each reviewer would get. It plans with `planRouting` like routing itself, oldest first, from one
 * snapshot, with other requests in between. Of a very long queue it looks only at the beginning, and says so. It writes
 * nothing.
 */
export const reroutePreview = defineQuery({
  gate: "enterprise",
  input: z.object({}),
  async run({ db }) {
    const snapshot = openSnapshot(db);
    try {
      return await preview(snapshot);
    } finally {
      snapshot.$client.close();
    }
  },
});

async function preview(snapshot: Database) {
  const yieldIfDue = yieldDuringLongTask();
  const followers = listFollowers(snapshot);
  const waiting = statement<{ total: number }>(snapshot, COUNT_WAITING).get()?.total ?? 0;
  const shares = new Map<string, Share>();
  const shown: RoutingPlan[] = [];
  const counts = { checked: 0, found: 0, notifications: 0 };
  let last = { createdAt: "", id: "" };
  while (counts.checked < LIMITS.reroutePreviewRows) {
    const limit = Math.min(PLANNED_AT_ONCE, LIMITS.reroutePreviewRows - counts.checked);
    const step = statement<typeof last>(snapshot, SELECT_WAITING).all({ ...last, limit });
    const plans = planRouting(
      snapshot,
      step.map(({ id }) => id),
      followers,
    ).filter(({ matches }) => matches.length > 0);
    for (const { matches } of plans) counts.notifications += addShares(shares, matches);
    shown.push(...plans.slice(0, SUBMISSIONS_SHOWN - shown.length));
    counts.found += plans.length;
    counts.checked += step.length;
    last = step.at(-1) ?? last;
    if (step.length < limit) break;
    await yieldIfDue();
  }
  const people = peopleById(snapshot, [
    ...new Set([...shares.keys(), ...shown.flatMap(({ matches }) => matches.map(({ userId }) => userId))]),
  ]);
  const nameOf = (userId: string) => people.get(userId)?.name ?? userId;
  return {
    ...counts,
    waiting,
    peopleFound: shares.size,
    peopleNotified: [...shares.values()].filter(({ notifications }) => notifications > 0).length,
    people: [...shares]
      .sort(([, one], [, other]) => other.submissions - one.submissions || other.notifications - one.notifications)
      .slice(0, PEOPLE_SHOWN)
      .map(([id, share]) => ({ id, name: nameOf(id), email: people.get(id)?.email ?? "", ...share })),
    submissions: shown.map(({ submission: { id, title, organizationId, organizationName }, matches }) => ({
      id,
      title,
      organization: { id: organizationId, name: organizationName },
      names: matches
        .map(({ userId }) => nameOf(userId))
        .sort()
        .slice(0, NAMES_SHOWN),
      others: Math.max(0, matches.length - NAMES_SHOWN),
    })),
  };
}

/**
 * Adds one submission to the totals of its reviewers.
 * @returns how many of them would be notified
 */
function addShares(shares: Map<string, Share>, matches: RoutingPlan["matches"]): number {
  const notified = matches.filter(({ delivery }) => delivery === "NOTIFIED");
  for (const { userId, delivery } of matches) {
    const share = shares.get(userId) ?? { submissions: 0, notifications: 0 };
    share.submissions += 1;
    share.notifications += delivery === "NOTIFIED" ? 1 : 0;
    shares.set(userId, share);
  }
  return notified.length;
}
