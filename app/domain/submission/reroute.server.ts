import { setImmediate as nextTurn } from "node:timers/promises";
import * as z from "zod";
import { immediateTransaction, statement, whenUnlocked } from "#db/open";
import { authorityNow } from "~/operations/authority.server";
import { auditFor } from "~/operations/caller.server";
import { defineOperation, type ReadContext } from "~/operations/operation.server";
import { listFollowers } from "../../routing/route-submission.server";
import { routeAudited } from "./route.server";

/** How many submissions are routed before other requests run. */
const BATCH = 50;

const SELECT_WAITING = `
  SELECT record_number AS recordNumber, id FROM submission
  WHERE status = 'SUBMITTED' AND record_number > ? ORDER BY record_number LIMIT ${BATCH}`;

const GATE = "enterprise";

interface Run {
  routed: number;
  totalMatches: number;
  waiting: number;
}

/**
 * Routes every submission that is still SUBMITTED, in batches, each in its own transaction with its audit rows, so that
 * a long queue does not keep other requests waiting. If a run is interrupted, or its caller may no longer run it, what
 * it routed stays, and the next run continues.
 */
export const rerouteSubmissions = defineOperation({
  gate: GATE,
  input: z.object({}),
  events: ["reroute_run", "submission_routed", "submission_routing_failed"],

  async prepare(context) {
    const run: Run = { routed: 0, totalMatches: 0, waiting: 0 };
    let last = 0;
    for (;;) {
      const batch = statement<{ recordNumber: number; id: string }>(context.db, SELECT_WAITING).all(last);
      if (batch.length === 0) return run;
      last = batch.at(-1)?.recordNumber ?? last;
      await whenUnlocked(context.db, () => routeBatch(context, batch, run));
      await nextTurn();
    }
  },

  run({ audit }, _input, { routed, totalMatches, waiting }) {
    audit("reroute_run", { details: { routed, totalMatches, waiting } });
    return { routed, totalMatches };
  },
});

function routeBatch(context: ReadContext, batch: readonly { id: string }[], run: Run): void {
  const { db, now } = context;
  immediateTransaction(db, () => {
    const { caller } = authorityNow(context, GATE);
    const audit = auditFor(context, caller, now);
    const followers = listFollowers(db);
    for (const { id } of batch) {
      const matches = routeAudited({ ...context, audit }, id, followers).length;
      run.waiting += 1;
      run.totalMatches += matches;
      if (matches > 0) run.routed += 1;
    }
  });
}
