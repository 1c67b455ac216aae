import { type Actor, decide, type Gate, type Reach } from "~/policy/policy";
import { DomainError } from "~/values/errors";
import type { Caller } from "./caller.server";
import type { Services } from "./services";
import { findActor } from "./session.server";

/*
 * A request's body may take minutes to arrive, and a response minutes to read. So the server checks the caller's
 * authority again after it reads the headers: after the body, inside the write's transaction, and while it sends the
 * response.
 */

/** The caller, and how far the actor reaches. */
interface Authority {
  db: Services["db"];
  caller: Caller;
  actor: Actor | null;
  reach: Reach | null;
}

/**
 * The caller with its actor as it is now, or the same caller if the actor is still the same. The actor is null once the
 * session ended, the password was changed or the account was deactivated. A session that only expired stays valid for the
 * request that it began.
 */
export function presentCaller(db: Services["db"], caller: Caller): Caller {
  if (!caller.sessionHash) return caller;
  const actor = findActor(db, caller.sessionHash);
  return isSame(actor, caller.actor) ? caller : { ...caller, actor };
}

function isSame(one: Actor | null, other: Actor | null): boolean {
  if (one === other || one === null || other === null) return one === other;
  return (Object.keys(one) as (keyof Actor)[]).every((name) => one[name] === other[name]);
}

/**
 * What decides an actor's authority. A new name or email does not change it. Neither does the second factor: someone who
 * loses it loses the session too, and someone who turns one on continues.
 */
const STANDING = ["id", "role", "industryRole", "organizationId", "commandId", "mustChangePassword"] as const;

const MESSAGE = "Your role or account changed while you sent this. Reload the page, then try again";

/**
 * A call's context with the session and the user as they are now. Public calls need no authority, so they continue
 * without an actor if the session ended.
 * @throws DomainError as `decide` does for the actor as it is now; forbidden if the authority has changed since the
 *   context was made
 */
export function authorityNow<Context extends Authority>(context: Context, gate: Gate): Context {
  const caller = presentCaller(context.db, context.caller);
  if (caller === context.caller) return context;
  const { actor } = caller;
  const reach = decide(gate, actor);
  if (gate !== "public" && STANDING.some((name) => actor?.[name] !== context.actor?.[name])) {
    throw new DomainError("forbidden", MESSAGE);
  }
  return { ...context, caller, actor, reach };
}
