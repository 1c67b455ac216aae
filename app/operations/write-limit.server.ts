import type { Database } from "#db/open";
import { DomainError } from "~/values/errors";
import { type RateLimit, WRITE_LIMITS } from "~/values/limits";
import type { Caller } from "./caller.server";

/** What this file needs to know of a query or an operation. */
export interface LimitedCall {
  kind: "query" | "operation";
  limit?: RateLimit;
  /** For an operation without a limit: what bounds it, in words. */
  boundedBy?: string;
}

/** The kind of caller that WRITE_LIMITS names. */
function kindOf({ actor }: Pick<Caller, "actor">): keyof typeof WRITE_LIMITS {
  if (actor === null) return "anonymous";
  return actor.role === "INDUSTRY" ? "industry" : "government";
}

/** The limit of a call: its own or, for a write without one, that of its kind of caller. Reads may have none. */
export function limitOf({ kind, limit, boundedBy }: LimitedCall, caller: Pick<Caller, "actor">): RateLimit | undefined {
  if (limit || kind === "query" || boundedBy !== undefined) return limit;
  return WRITE_LIMITS[kindOf(caller)];
}

interface Window {
  start: number;
  counts: Map<string, number>;
}
/** The current window of each limit, by its name. */
const windows = new WeakMap<Database["$client"], Map<string, Window>>();

/**
 * Counts a call against a "loop" limit, in memory, in windows of a fixed length.
 * @throws DomainError rate_limited when its window is full, with the whole seconds until the next one
 */
export function countInLoop({ $client }: Database, limit: RateLimit, subject: string, now: Date): void {
  const length = limit.windowSeconds * 1000;
  const start = now.getTime() - (now.getTime() % length);
  const ofDatabase = windows.get($client) ?? new Map<string, Window>();
  windows.set($client, ofDatabase);
  const known = ofDatabase.get(limit.name);
  const window = known?.start === start ? known : { start, counts: new Map<string, number>() };
  ofDatabase.set(limit.name, window);
  const count = window.counts.get(subject) ?? 0;
  if (count >= limit.max) {
    const retryAfterSeconds = Math.max(1, Math.ceil((start + length - now.getTime()) / 1000));
    throw new DomainError("rate_limited", undefined, { retryAfterSeconds });
  }
  window.counts.set(subject, count + 1);
}
