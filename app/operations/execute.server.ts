import { setTimeout as pause } from "node:timers/promises";
import { mayWrite, WriteFencedError } from "#db/fence";
import { type Database, immediateTransaction, isLocked, whenUnlocked, withLockWait } from "#db/open";
import { type Actor, decide } from "~/policy/policy";
import { passwordsFor } from "~/secrets/passwords.server";
import { DomainError, undo } from "~/values/errors";
import { LOCK_TRIES } from "~/values/limits";
import { admit, subjectOf } from "./admission.server";
import { authorityNow } from "./authority.server";
import { auditFor, type Caller } from "./caller.server";
import { dutyOf, refuseBeforeDuty } from "./first-duty.server";
import { afterTwin, findReceipt, keepReceipt, type Sending } from "./form-receipt.server";
import { parse, readInputOf } from "./input.server";
import {
  type AnyCallable,
  type AnyOperation,
  type AnyQuery,
  type RawInput,
  type ReadContext,
  Refusal,
  type ResultOf,
  type WriteContext,
} from "./operation.server";
import { countAttempt, refuseOverLimit } from "./rate-limit.server";
import type { Services } from "./services";
import { countInLoop, limitOf } from "./write-limit.server";

/** For programs: about as long as a short fault of the store takes. */
const READ_ONLY_RETRY_SECONDS = 10;

/** Returned for a form that was already processed: its first result. Nothing was written. */
class Replay {
  readonly result: unknown;
  constructor(result: unknown) {
    this.result = result;
  }
}

/**
 * Runs a query or an operation. Nothing else does. The order: credential lock, session and gate, what the
 * actor must do first, rate limit, reading the input (body size, syntax), session and gate again, schema, prepare, BEGIN IMMEDIATE, session
 * and gate again, the precondition of an edit, run with its audit rows, COMMIT. A rollback discards what `prepare`
 * staged. A form that was already processed (`receiptKey`) gets its first result, and nothing runs.
 * @throws DomainError as each of these steps states
 */
export async function execute<C extends AnyCallable>(
  callable: C,
  services: Services,
  caller: Caller,
  readInput: () => Promise<RawInput> | RawInput,
): Promise<ResultOf<C>> {
  if (callable.kind === "operation") callable.before?.(services);
  const reach = decide(callable.gate, caller.actor);
  refuseBeforeDuty(services, caller.actor, callable);
  const context: ReadContext = {
    ...services,
    passwords: passwordsFor(services.passwords, caller),
    caller,
    actor: caller.actor as Actor,
    reach,
    now: services.clock(),
  };
  if (callable.kind === "operation" && !mayWrite(services.db)) throw readOnlyError(services);
  try {
    await admit(callable, context);
    const result =
      callable.kind === "query"
        ? executeQuery(callable, context, readInput)
        : executeOperation(callable, context, readInput);
    const finished = (await result) as ResultOf<C>;
    // The process may have stood still meanwhile. Only what was committed while it might write may be acknowledged.
    if (callable.kind === "operation" && !mayWrite(services.db)) throw readOnlyError(services);
    return finished;
  } catch (error) {
    throw error instanceof WriteFencedError ? readOnlyError(services, error) : error;
  }
}

/** Downloads count as changes, because the audit log records them. */
const readOnlyError = ({ settings }: Services, cause?: WriteFencedError) =>
  settings.standbyDataAt === null
    ? new DomainError("unavailable", "Nothing can be changed or downloaded at the moment. Try again later.", {
        retryAfterSeconds: READ_ONLY_RETRY_SECONDS,
        cause,
      })
    : new DomainError("unavailable", "This is a copy, where nothing can be changed or downloaded.", { cause });

async function executeQuery(
  query: AnyQuery,
  arrived: ReadContext,
  readInput: () => Promise<RawInput> | RawInput,
): Promise<unknown> {
  const raw = await readInput();
  const context = admitted(query, authorityNow(arrived, query.gate));
  const result = query.run(context, parse(query.input, raw.value));
  if (!(result instanceof Promise)) return result;
  // The read may have let other requests run, and one of them may have ended the session.
  const read = await result;
  authorityNow(context, query.gate);
  return read;
}

/** Who must do something else first gets no more from a public query than a visitor. */
function admitted(query: AnyQuery, context: ReadContext): ReadContext {
  const isVisitor = query.gate === "public" && dutyOf(context, context.caller.actor) !== null;
  return isVisitor ? { ...context, actor: null as unknown as Actor } : context;
}

async function executeOperation(
  operation: AnyOperation,
  arrived: ReadContext,
  readInput: () => Promise<RawInput> | RawInput,
): Promise<unknown> {
  const raw = await readInput();
  const sending = sendingOf(arrived.caller, raw);
  try {
    const run = () => runOperation(operation, arrived, raw, sending);
    return await (sending ? afterTwin(sending, run) : run());
  } finally {
    await undo(arrived, () => raw.dispose?.());
  }
}

async function runOperation(
  operation: AnyOperation,
  arrived: ReadContext,
  raw: RawInput,
  sending: Sending | null,
): Promise<unknown> {
  // Check first, so that nothing is looked up or prepared for someone who may no longer ask.
  const context = authorityNow(arrived, operation.gate);
  const receipt = sending && findReceipt(context.db, sending);
  if (receipt) return receipt.result;
  const input = await checked(operation, context, raw);
  const prepared = await operation.prepare?.(context, input);
  const write = () => writeOnce(operation, context, input, prepared, { sending, precondition: raw.precondition });
  let result: unknown;
  try {
    result = await (operation.conflictWhenLocked ? writeOrConflict : whenUnlocked)(context.db, write);
  } catch (error) {
    await undo(context, () => operation.discard?.(context, prepared));
    throw error;
  }
  if (result instanceof Refusal || result instanceof Replay) {
    await undo(context, () => operation.discard?.(context, prepared));
  }
  if (result instanceof Refusal) throw result.error;
  await finish(operation, context);
  return result instanceof Replay ? result.result : result;
}

/** Runs what follows the commit. The write is already committed, so its caller gets the result even if this fails. */
async function finish(operation: AnyOperation, context: ReadContext): Promise<void> {
  try {
    await operation.finish?.(context);
  } catch (error) {
    context.log.error({ err: error, requestId: context.caller.requestId }, "the work after a write failed");
  }
}

/** Identifies a form that must be processed only once. Only signed-in users send such forms. */
function sendingOf({ actor }: Caller, { receiptKey }: RawInput): Sending | null {
  return actor && receiptKey !== undefined ? { userId: actor.id, key: receiptKey } : null;
}

function writeOnce(
  operation: AnyOperation,
  context: ReadContext,
  input: unknown,
  prepared: unknown,
  { sending, precondition }: { sending: Sending | null } & Pick<RawInput, "precondition">,
): unknown {
  const limit = limitOf(operation, context.caller);
  // Preparing takes time (hashing, disks). Rows get the time of the write.
  const now = context.clock();
  const outcome = immediateTransaction(context.db, () => {
    // While we hold the write lock, nobody can end the session or change the role before the commit.
    const present = authorityNow(context, operation.gate);
    const subject = limit ? subjectOf(limit, present.caller) : "";
    const writeContext: WriteContext = { ...present, now, audit: auditFor(present, present.caller, now) };
    // The same form may have been processed while this one was prepared.
    const receipt = sending && findReceipt(context.db, sending);
    if (receipt) return new Replay(receipt.result);
    // Checked again under the write lock, so that a burst admits exactly the limit.
    if (limit?.counts === "successes") refuseOverLimit(context.db, limit, subject, now);
    if (limit?.counts === "loop") countInLoop(context.db, limit, subject, now);
    precondition?.(context.db);
    const outcome = operation.run(writeContext, input, prepared);
    // A refusal does not count, unless nothing else limits the rows that refusals write.
    const isCounted = !(outcome instanceof Refusal && operation.limit);
    if (limit?.counts === "successes" && isCounted) countAttempt(context.db, limit, subject, now);
    if (outcome instanceof Refusal) return outcome;
    if (sending) keepReceipt(context.db, sending, operation.receipt ? operation.receipt(outcome) : outcome, now);
    return outcome;
  });
  writes.set(context.db.$client, writesMade(context.db) + 1);
  return outcome;
}

const writes = new WeakMap<Database["$client"], number>();

/** How many operations have written to a database since it was opened. */
export const writesMade = ({ $client }: Database): number => writes.get($client) ?? 0;

/**
 * Tries a write as often as LOCK_TRIES says. Other requests run in between.
 * @throws DomainError conflict if another connection holds the write lock at every try
 */
async function writeOrConflict(db: Database, write: () => unknown): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return withLockWait(db, LOCK_TRIES.waitMilliseconds, write);
    } catch (cause) {
      if (!isLocked(cause)) throw cause;
      if (tries === LOCK_TRIES.count) {
        throw new DomainError("conflict", "Someone else is saving changes. Try again", { cause });
      }
    }
    await pause(LOCK_TRIES.pauseMilliseconds);
  }
}

async function checked(operation: AnyOperation, context: ReadContext, raw: RawInput): Promise<unknown> {
  try {
    return await readInputOf(operation, context, raw);
  } catch (error) {
    const event = operation.refusalEvents?.invalid_request;
    if (event && error instanceof DomainError) {
      const append = () => {
        const { caller } = authorityNow(context, operation.gate);
        auditFor(context, caller, context.now)(event, { details: { reason: "validation" } });
      };
      await whenUnlocked(context.db, () => immediateTransaction(context.db, append));
    }
    throw error;
  }
}
