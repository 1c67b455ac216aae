import { immediateTransaction, whenUnlocked } from "#db/open";
import type { AuditEventName } from "~/audit/events";
import type { Gate } from "~/policy/policy";
import { DomainError } from "~/values/errors";
import { yieldDuringLongTask } from "~/values/event-loop";
import { subjectOf } from "./admission.server";
import { authorityNow } from "./authority.server";
import { auditFor } from "./caller.server";
import type { ReadContext, WriteContext } from "./operation.server";
import { countInLoop, limitOf } from "./write-limit.server";

/**
 * For the `prepare` of an operation on several records: writes each in a transaction of its own, with its audit rows, and
 * lets other requests run in between. Each counts as a write of its caller. A refusal rolls back its own record only.
 * @returns what `write` returned or why it refused, in the order of the records
 */
export async function writeEach<G extends Gate, E extends AuditEventName, Item, Result>(
  context: ReadContext<G>,
  gate: G,
  items: readonly Item[],
  write: (context: WriteContext<G, E>, item: Item) => Result,
): Promise<(Result | DomainError)[]> {
  const yieldIfDue = yieldDuringLongTask();
  const results: (Result | DomainError)[] = [];
  for (const item of items) {
    try {
      results.push(await whenUnlocked(context.db, () => writeOne(context, gate, (present) => write(present, item))));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      results.push(error);
    }
    await yieldIfDue();
  }
  return results;
}

function writeOne<G extends Gate, E extends AuditEventName, Result>(
  context: ReadContext<G>,
  gate: G,
  write: (context: WriteContext<G, E>) => Result,
): Result {
  const now = context.clock();
  return immediateTransaction(context.db, () => {
    // The session may have ended, or the role may have changed, since the record before.
    const present = authorityNow(context, gate);
    const limit = limitOf({ kind: "operation" }, present.caller);
    if (limit?.counts === "loop") countInLoop(context.db, limit, subjectOf(limit, present.caller), now);
    return write({ ...present, now, audit: auditFor(present, present.caller, now) });
  });
}
