import { immediateTransaction } from "#db/open";
import type { WriteContext } from "~/operations/operation.server";
import type { Gate } from "../../policy/policy";
import type { Follower, Match } from "../../routing/match";
import { routeSubmission } from "../../routing/route-submission.server";

type RoutingContext = Pick<
  WriteContext<Gate, "submission_routed" | "submission_routing_failed">,
  "db" | "now" | "log" | "caller" | "audit"
>;

/**
 * Routes one submission in a savepoint of the operation's transaction, so that a failure undoes only the routing. The
 * submission then stays SUBMITTED and waits for a reroute; this is audited and logged.
 * @returns the matches; none if nobody matched or the routing failed
 */
export function routeAudited(
  { db, now, log, caller, audit }: RoutingContext,
  id: string,
  followers: Follower[],
): Match[] {
  const target = { targetType: "submission", targetId: id };
  try {
    const matches = immediateTransaction(db, () => routeSubmission(db, id, followers, now));
    if (matches.length > 0) audit("submission_routed", { ...target, details: { matches: matches.length } });
    return matches;
  } catch (error) {
    // A full disk ends the whole transaction, not only the savepoint. Then nothing can be recorded.
    if (!db.$client.inTransaction) throw error;
    log.error({ err: error, requestId: caller.requestId, submissionId: id }, "routing failed");
    audit("submission_routing_failed", { ...target, details: { reason: "routing failed" } });
    return [];
  }
}
