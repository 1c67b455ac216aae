import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import { submission } from "#db/schema";
import { listFollowers } from "../../routing/route-submission.server";
import { defineOperation } from "../operation.server";
import { routeAudited } from "./route.server";

/** Runs the routing for every submission that is still SUBMITTED. */
export const rerouteSubmissions = defineOperation({
  gate: "enterprise",
  input: z.object({}),
  events: ["reroute_run", "submission_routed", "submission_routing_failed"],

  run(context) {
    const { db, audit } = context;
    const waiting = db
      .select({ id: submission.id })
      .from(submission)
      .where(eq(submission.status, "SUBMITTED"))
      .orderBy(asc(submission.createdAt))
      .all();
    const followers = listFollowers(db);
    const matches = waiting.map(({ id }) => routeAudited(context, id, followers).length);
    const run = {
      routed: matches.filter((count) => count > 0).length,
      totalMatches: matches.reduce((sum, count) => sum + count, 0),
    };
    audit("reroute_run", { details: { ...run, waiting: waiting.length } });
    return run;
  },
});
