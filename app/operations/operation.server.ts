import type * as z from "zod";
import type { Database } from "#db/open";
import type { AuditRecord } from "~/audit/chain.server";
import type { AuditEventName } from "~/audit/events";
import type { Actor, Gate, Reach } from "~/policy/policy";
import type { DomainError, ErrorCode, FieldErrors } from "~/values/errors";
import type { RateLimit } from "~/values/limits";
import type { Caller } from "./caller.server";
import type { DuringDuty } from "./first-duty.server";
import type { Services } from "./services";
import type { Versioned } from "./versioned";

/** The input as it arrived, before any check. `dispose` deletes its staged files once the call ends. */
export interface RawInput {
  value: Record<string, unknown>;
  /**
   * For a form that must be processed only once: identifies it among its sender's forms. The result is kept for a day,
   * so it must not contain a secret.
   */
  receiptKey?: string;
  /** For an edit: throws, inside the write's transaction, if the record has changed since it was read. */
  precondition?: (db: Database) => void;
  /** Errors found while reading the input. They are reported with its other errors. */
  faults?: FieldErrors;
  dispose?: () => Promise<void>;
}

type ActorThrough<G extends Gate> = G extends "public" ? Actor | null : Actor;

export interface ReadContext<G extends Gate = Gate> extends Services {
  caller: Caller;
  actor: ActorThrough<G>;
  /** Which records the actor may reach through the gate. */
  reach: Reach | null;
  now: Date;
}

export interface WriteContext<G extends Gate = Gate, E extends AuditEventName = AuditEventName> extends ReadContext<G> {
  /** Appends to the audit log, in the same transaction. `claimedEmail` is the email of a failed sign-in. */
  audit: (event: E, record?: AuditRecord & { claimedEmail?: string }) => void;
}

/** `run` returns this to commit what it wrote and still refuse. Example: a failed sign-in is counted and audited. */
export class Refusal {
  readonly error: DomainError;
  constructor(error: DomainError) {
    this.error = error;
  }
}

interface Entrance<G extends Gate, S extends z.ZodType> extends DuringDuty {
  gate: G;
  input: S;
  /** Without its own limit, a write counts against its caller's WRITE_LIMITS. */
  limit?: RateLimit;
  /**
   * For the API's document: the refusals that do not follow from its gate, limit, input and address, and their reasons.
   */
  refuses?: Partial<Record<ErrorCode, string>>;
}

/** A read. It changes nothing, except that a limit may count it, and it is not audited. */
interface Query<G extends Gate = Gate, S extends z.ZodType = z.ZodType, R = unknown> extends Entrance<G, S> {
  kind: "query";
  /** Its result is `Versioned`: it is read only if the client does not have this version yet. */
  isVersioned?: true;
  /** Its result has no `modifiedAt`. */
  isUndated?: true;
  run: (context: ReadContext<G>, input: z.output<S>) => R | Promise<R>;
}

export type RefusalEvents<E extends AuditEventName = AuditEventName> = Partial<
  Record<"invalid_request" | "rate_limited", E>
>;

/** A write: see `defineOperation`. */
interface Operation<
  G extends Gate = Gate,
  S extends z.ZodType = z.ZodType,
  P = unknown,
  R = unknown,
  E extends AuditEventName = AuditEventName,
> extends Entrance<G, S> {
  kind: "operation";
  /** Every event that it may append. The type of `audit` accepts no other. */
  events: readonly E[];
  /** Runs before anything else, even the session check (the credential lock). */
  before?: (services: Services) => void;
  /** What the audit log records when the input is refused, or when the limit first refuses in a window. */
  refusalEvents?: RefusalEvents<E>;
  /** Rules on the input that need the clock or the database. They run before `prepare`, so they must be cheap. */
  check?: (context: ReadContext<G>, input: z.output<S>) => void;
  /**
   * Finds errors of single fields that a schema cannot find: in files, or in the record that a field names. `read` has
   * the fields that passed the schema, `sent` has all fields, so that one refusal names every error.
   */
  findFaults?: (
    context: ReadContext<G>,
    read: Partial<z.output<S>>,
    sent: Record<string, unknown>,
  ) => Promise<FieldErrors>;
  /** Work that must not hold the write lock: hashing, checking and storing files. */
  prepare?: (context: ReadContext<G>, input: z.output<S>) => Promise<P>;
  /** Refuses with `conflict` after three tries to get the write lock. Other operations wait longer and then fail. */
  conflictWhenLocked?: boolean;
  /** For an operation without a limit: what bounds it, in words. */
  boundedBy?: string;
  /** What a form's receipt stores, and a second click gets, in place of a result with a secret. */
  receipt?: (result: R) => R;
  /** Undoes `prepare` if the transaction did not commit. If this fails too, the failure is only logged (`undo`). */
  discard?: (services: Services, prepared: P) => Promise<void>;
  /**
   * Work after the commit, in its own transactions, before the caller gets the result. If it fails, the write remains, so
   * housekeeping must be able to finish it.
   */
  finish?: (services: Services) => Promise<void>;
  /** Checks, writes and audits, synchronously, inside one immediate transaction. */
  run: (context: WriteContext<G, E>, input: z.output<S>, prepared: P) => R | Refusal;
}

/** Declares a write. Callers reach it only through `execute`, so no caller can skip its gate, transaction or audit. */
export function defineOperation<
  const G extends Gate,
  S extends z.ZodType,
  R,
  const E extends AuditEventName,
  P = undefined,
>(operation: Omit<Operation<G, S, P, R, E>, "kind">): Operation<G, S, P, R, E> {
  return { kind: "operation", ...operation };
}

export function defineQuery<const G extends Gate, S extends z.ZodType, R>(
  query: Omit<Query<G, S, R>, "kind">,
): Query<G, S, R> {
  return { kind: "query", ...query };
}

/** Declares a read that clients repeat often. Its version is known before the content is read. */
export function defineVersionedQuery<const G extends Gate, S extends z.ZodType, R>(
  query: Omit<Query<G, S, Versioned<R>>, "kind" | "isVersioned">,
): Query<G, S, Versioned<R>> {
  return { kind: "query", isVersioned: true, ...query };
}

// The widest types, for tables that hold any operation. Each operation's own schema checks its input.
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
