import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { type Database, immediateTransaction, isLocked, whenUnlocked, withLockWait } from "#db/open";
import type { AuditRecord } from "~/audit/chain.server";
import type { AuditEventName } from "~/audit/events";
import { type Actor, decide, type Gate, type Reach } from "~/policy/policy";
import { passwordsFor } from "~/secrets/passwords.server";
import { DomainError, type ErrorCode, type FieldErrors, undo } from "~/values/errors";
import { LOCK_TRIES, type RateLimit } from "~/values/limits";
import { admit, subjectOf } from "./admission.server";
import { authorityNow } from "./authority.server";
import { auditFor, type Caller } from "./caller.server";
import { findReceipt, keepReceipt, type Sending } from "./form-receipt.server";
import { parse, readInputOf } from "./input.server";
import { countAttempt, refuseOverLimit } from "./rate-limit.server";
import type { Services } from "./services";
import type { Versioned } from "./versioned";
import { countInLoop, limitOf } from "./write-limit.server";

/** What arrived, before it is believed; `dispose` throws away what was staged of it (files) once the call ends. */
export interface RawInput {
  value: Record<string, unknown>;
  /**
   * Of a form that is taken once however often it is sent: what it is known by among those of its sender. The result is
   * kept for a day, so it must bear no secret.
   */
  receiptKey?: string;
  /** Of an edit: refuses, inside the write's transaction, where the record is no more what it was when it was read. */
  precondition?: (db: Database) => void;
  /** Faults found while it was read. They are reported with its other faults. */
  faults?: FieldErrors;
  dispose?: () => Promise<void>;
}

type ActorThrough<G extends Gate> = G extends "public" ? Actor | null : Actor;

export interface ReadContext<G extends Gate = Gate> extends Services {
  caller: Caller;
  actor: ActorThrough<G>;
  /** How far the actor reaches through the gate. */
  reach: Reach | null;
  now: Date;
}

export interface WriteContext<G extends Gate = Gate, E extends AuditEventName = AuditEventName> extends ReadContext<G> {
  /** Appends to the audit chain, in the same transaction. `claimedEmail` names who was claimed, where nobody signed in. */
  audit: (event: E, record?: AuditRecord & { claimedEmail?: string }) => void;
}

/** What `run` returns to commit what it wrote and still refuse (a failed sign-in is counted and audited). */
export class Refusal {
  readonly error: DomainError;
  constructor(error: DomainError) {
    this.error = error;
  }
}

/** What `writeOnce` returns of a form that was taken before: what it led to then. Nothing was written. */
class Replay {
  readonly result: unknown;
  constructor(result: unknown) {
    this.result = result;
  }
}

interface Entrance<G extends Gate, S extends z.ZodType> {
  gate: G;
  input: S;
  /** May be called while the actor must change its password. Public operations always may. */
  duringRotation?: boolean;
  /** Without one of its own, a write is counted by who makes it (WRITE_LIMITS). */
  limit?: RateLimit;
  /** How it may refuse beside what follows from its gate, limit, input and address, and why: for the API's document. */
  refuses?: Partial<Record<ErrorCode, string>>;
}

/** A read: gate, input, rows. It changes nothing, but that it may be counted, and is not audited. */
export interface Query<G extends Gate = Gate, S extends z.ZodType = z.ZodType, R = unknown> extends Entrance<G, S> {
  kind: "query";
  /** Whether its result is a `Versioned` one, which is read only where whoever asks has another version of it. */
  isVersioned?: true;
  run: (context: ReadContext<G>, input: z.output<S>) => R | Promise<R>;
}

/** A write: see `defineOperation`. */
export interface Operation<
  G extends Gate = Gate,
  S extends z.ZodType = z.ZodType,
  P = unknown,
  R = unknown,
  E extends AuditEventName = AuditEventName,
> extends Entrance<G, S> {
  kind: "operation";
  /** Every event that it may append; the type of `audit` holds it to them. */
  events: readonly E[];
  /** Appended to the audit, once a window, when the limit refuses. */
  limitEvent?: E;
  /** Refuses before anything else is looked at, the session included (the credential lock). */
  before?: (services: Services) => void;
  /** Appended when the input is refused by its schema or by `check`. */
  invalidEvent?: E;
  /** Rules on the input that need the clock or the database, cheap enough to come before `prepare`. */
  check?: (context: ReadContext<G>, input: z.output<S>) => void;
  /**
   * Finds faults of single fields that a schema cannot find: in files, or in the record that a field names. `read` has the
   * fields that passed the schema, `sent` has all of them, so that one refusal names every fault.
   */
  findFaults?: (
    context: ReadContext<G>,
    read: Partial<z.output<S>>,
    sent: Record<string, unknown>,
  ) => Promise<FieldErrors>;
  /** What must not hold the write lock: hashing, checking and placing files. */
  prepare?: (context: ReadContext<G>, input: z.output<S>) => Promise<P>;
  /** A write lock that cannot be had after three tries is a conflict, where it would otherwise be a failure. */
  conflictWhenLocked?: boolean;
  /** What bounds it where no limit counts it, in words. */
  boundedBy?: string;
  /** Undoes `prepare` when the transaction did not commit; a failure of it is logged, and hides nothing (`undo`). */
  discard?: (services: Services, prepared: P) => Promise<void>;
  /**
   * What follows the commit in transactions of its own, before the caller has its answer. The write stands if it fails,
   * so it must be something that housekeeping finishes.
   */
  finish?: (services: Services) => Promise<void>;
  /** Check, write and audit together, synchronously, inside one immediate transaction. */
  run: (context: WriteContext<G, E>, input: z.output<S>, prepared: P) => R | Refusal;
}

/** Declares a write. A caller reaches it only through `execute`, so nobody can forget its gate, transaction or audit. */
export function defineOperation<
  const G extends Gate,
  S extends z.ZodType,
  R,
  const E extends AuditEventName,
  P = undefined,
>(operation: Omit<Operation<G, S, P, R, E>, "kind">): Operation<G, S, P, R, E> {
  return { kind: "operation", ...operation };
}

/** Declares a read. */
export function defineQuery<const G extends Gate, S extends z.ZodType, R>(
  query: Omit<Query<G, S, R>, "kind">,
): Query<G, S, R> {
  return { kind: "query", ...query };
}

/** Declares a read of what is asked for again and again: whether it is another by now is known before it is read. */
export function defineVersionedQuery<const G extends Gate, S extends z.ZodType, R>(
  query: Omit<Query<G, S, Versioned<R>>, "kind" | "isVersioned">,
): Query<G, S, Versioned<R>> {
  return { kind: "query", isVersioned: true, ...query };
}

// The widest forms, for tables that hold any of them: what goes in is checked by their own schema.
// biome-ignore lint/suspicious/noExplicitAny: a function's parameters vary the other way, so `unknown` would fit none
export type AnyOperation = Operation<any, any, any, any, any>;
// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyQuery = Query<any, any, any>;
export type AnyCallable = AnyOperation | AnyQuery;
export type ResultOf<C extends AnyCallable> =
  C extends Operation<infer _G, infer _S, infer _P, infer R, infer _E>
    ? R
    : C extends Query<infer _G, infer _S, infer R>
      ? R
      : never;

/**
 * Runs a query or an operation; the only place that does. In order: the credential lock, session and gate, the
 * password rotation gate, rate limit, reading what arrived (body size, syntax), session and gate again, schema, prepare,
 * BEGIN IMMEDIATE, session and gate again, the precondition of an edit, run with its audit rows, COMMIT. A rollback
 * discards what was staged. A form that was taken before (`receiptKey`) ends as it did then, and nothing is run.
 * @throws DomainError as each of these steps states.
 */
export async function execute<C extends AnyCallable>(
  callable: C,
  services: Services,
  caller: Caller,
  readInput: () => Promise<RawInput> | RawInput,
): Promise<ResultOf<C>> {
  if (callable.kind === "operation") callable.before?.(services);
  const reach = decide(callable.gate, caller.actor);
  if (mustRotate(services, caller.actor) && !worksDuringRotation(callable)) {
    throw new DomainError("forbidden", "The password must be changed first");
  }
  const context: ReadContext = {
    ...services,
    passwords: passwordsFor(services.passwords, caller),
    caller,
    actor: caller.actor as Actor,
    reach,
    now: services.clock(),
  };
  await admit(callable, context);
  const result =
    callable.kind === "query"
      ? executeQuery(callable, context, readInput)
      : executeOperation(callable, context, readInput);
  return result as Promise<ResultOf<C>>;
}

/** Whether an actor may use an entrance although it must change its password. Public ones need no session. */
export const worksDuringRotation = ({ gate, duringRotation }: { gate: Gate; duringRotation?: boolean }): boolean =>
  gate === "public" || duringRotation === true;

/** Whether an actor must change its password before it uses anything that needs a session. Never while credentials are locked. */
export function mustRotate({ settings }: Pick<Services, "settings">, actor: Actor | null): boolean {
  return actor?.mustChangePassword === true && !settings.credentialsLocked;
}

async function executeQuery(
  query: AnyQuery,
  arrived: ReadContext,
  readInput: () => Promise<RawInput> | RawInput,
): Promise<unknown> {
  const raw = await readInput();
  const context = authorityNow(arrived, query.gate);
  const result = query.run(context, parse(query.input, raw.value));
  if (!(result instanceof Promise)) return result;
  // It may have been read in turns with other requests: one of them may have ended the session.
  const read = await result;
  authorityNow(context, query.gate);
  return read;
}

async function executeOperation(
  operation: AnyOperation,
  arrived: ReadContext,
  readInput: () => Promise<RawInput> | RawInput,
): Promise<unknown> {
  const raw = await readInput();
  try {
    // Before anything is looked up, checked or prepared for someone who may no longer ask.
    const context = authorityNow(arrived, operation.gate);
    const sending = sendingOf(context.caller, raw);
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
  } finally {
    await undo(arrived, () => raw.dispose?.());
  }
}

/** Runs what follows the commit. The write stands, so its caller gets the answer whatever comes of this. */
async function finish(operation: AnyOperation, context: ReadContext): Promise<void> {
  try {
    await operation.finish?.(context);
  } catch (error) {
    context.log.error({ err: error, requestId: context.caller.requestId }, "finishing a write failed");
  }
}

/** The form that arrived, where it is one that is taken once: of somebody signed in. */
function sendingOf({ actor }: Caller, { receiptKey }: RawInput): Sending | null {
  return actor && receiptKey !== undefined ? { userId: actor.id, key: receiptKey } : null;
}

/** Runs the operation and counts it against its limit, in one immediate transaction. */
function writeOnce(
  operation: AnyOperation,
  context: ReadContext,
  input: unknown,
  prepared: unknown,
  { sending, precondition }: { sending: Sending | null } & Pick<RawInput, "precondition">,
): unknown {
  const limit = limitOf(operation, context.caller);
  // Preparing takes time (hashing, disks); what is written bears the time of the write.
  const now = context.clock();
  const outcome = immediateTransaction(context.db, () => {
    // With the write lock held nobody can end the session or change the role until the commit.
    const present = authorityNow(context, operation.gate);
    const subject = limit ? subjectOf(limit, present.caller) : "";
    const writeContext: WriteContext = { ...present, now, audit: auditFor(present, present.caller, now) };
    // Its twin may have been taken while this one was prepared.
    const receipt = sending && findReceipt(context.db, sending);
    if (receipt) return new Replay(receipt.result);
    // Looked at again with the write lock held: a burst admits exactly its number.
    if (limit?.counts === "successes") refuseOverLimit(context.db, limit, subject, now);
    if (limit?.counts === "loop") countInLoop(context.db, limit, subject, now);
    precondition?.(context.db);
    const outcome = operation.run(writeContext, input, prepared);
    // What was refused is not counted, unless nothing else bounds what was written of it.
    const isCounted = !(outcome instanceof Refusal && operation.limit);
    if (limit?.counts === "successes" && isCounted) countAttempt(context.db, limit, subject, now);
    if (outcome instanceof Refusal) return outcome;
    if (sending) keepReceipt(context.db, sending, outcome, now);
    return outcome;
  });
  writes.set(context.db.$client, writesMade(context.db) + 1);
  return outcome;
}

const writes = new WeakMap<Database["$client"], number>();

/** How many operations have written to a database since it was opened. */
export const writesMade = ({ $client }: Database): number => writes.get($client) ?? 0;

/**
 * Tries a write as often as LOCK_TRIES says; other requests run in between.
 * @throws DomainError conflict when another connection holds the write lock at every try.
 */
async function writeOrConflict(db: Database, write: () => unknown): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    try {
      return withLockWait(db, LOCK_TRIES.waitMilliseconds, write);
    } catch (cause) {
      if (!isLocked(cause)) throw cause;
      if (tries === LOCK_TRIES.count) {
        throw new DomainError("conflict", "Somebody else is writing just now. Try again", { cause });
      }
    }
    await pause(LOCK_TRIES.pauseMilliseconds);
  }
}

async function checked(operation: AnyOperation, context: ReadContext, raw: RawInput): Promise<unknown> {
  try {
    return await readInputOf(operation, context, raw);
  } catch (error) {
    const { invalidEvent } = operation;
    if (invalidEvent && error instanceof DomainError) {
      const append = () => {
        const { caller } = authorityNow(context, operation.gate);
        auditFor(context, caller, context.now)(invalidEvent, { details: { reason: "validation" } });
      };
      await whenUnlocked(context.db, () => immediateTransaction(context.db, append));
    }
    throw error;
  }
}
