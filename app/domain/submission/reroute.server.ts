import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { immediateTransaction } from "#db/open";
import { submission } from "#db/schema";
import { listFollowers, routeSubmission } from "../../routing/route-submission.server";
import { defineOperation } from "../operation.server";

/** Runs the routing for every submission that is still SUBMITTED. */
export const rerouteSubmissions = defineOperation({
  gate: "enterprise",
  input: z.object({}),
  events: ["reroute_run", "submission_routed", "submission_routing_failed"],

  run({ db, now, audit, log, caller }) {
    const waiting = db
      .select({ id: submission.id })
      .from(submission)
      .where(eq(submission.status, "SUBMITTED"))
      .orderBy(asc(submission.createdAt))
      .all();
    const followers = listFollowers(db);
    const run = { routed: 0, totalMatches: 0 };
    for (const { id } of waiting) {
      const target = { targetType: "submission", targetId: id };
      try {
        // A savepoint within the run: one submission that cannot be routed does not undo the others.
        const matches = immediateTransaction(db, () => routeSubmission(db, id, followers, now));
        if (matches.length === 0) continue;
        audit("submission_routed", { ...target, details: { matches: matches.length } });
        run.routed += 1;
        run.totalMatches += matches.length;
      } catch (error) {
        log.error({ err: error, requestId: caller.requestId, submissionId: id }, "routing failed");
        audit("submission_routing_failed", { ...target, details: { reason: "routing failed" } });
      }
    }
    audit("reroute_run", { details: { ...run, waiting: waiting.length } });
    return run;
  },
});
