import type { z } from "zod";
import type { Database } from "#db/open";
import type { AuditRecord } from "~/audit/chain.server";
import type { AuditEventName } from "~/audit/events";
import type { Actor, Gate, Reach } from "~/policy/policy";
import type { DomainError, ErrorCode, FieldErrors } from "~/values/errors";
import type { RateLimit } from "~/values/limits";
import type { Caller } from "./caller.server";
import type { Services } from "./services";
import type { Versioned } from "./versioned";

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

export type RefusalEvents<E extends AuditEventName = AuditEventName> = Partial<
  Record<"invalid_request" | "rate_limited", E>
>;

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
  /** Refuses before anything else is looked at, the session included (the credential lock). */
  before?: (services: Services) => void;
  /** What the audit log records when the input is refused, or when the limit first refuses in a window. */
  refusalEvents?: RefusalEvents<E>;
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
