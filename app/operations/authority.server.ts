import { type Actor, decide, type Gate, type Reach } from "~/policy/policy";
import { DomainError } from "~/values/errors";
import type { Caller } from "./caller.server";
import type { Services } from "./services";
import { findActor } from "./session.server";

/*
 * A request may take minutes between its headers and the end of its body, and an answer as long to be read. What the
 * caller may do is therefore decided by the headers, and decided again where it is used: after the body, inside the
 * write's transaction, and while an answer is sent.
 */

/** What is used of a call's context: who calls, and how far the actor reaches. */
interface Authority {
  db: Services["db"];
  caller: Caller;
  actor: Actor | null;
  reach: Reach | null;
}

/**
 * The caller with its actor as it is now; without an actor once the session ended, the password was changed or the
 * account was deactivated. A session that only ran out stays good for the request that it began.
 */
export function presentCaller(db: Services["db"], caller: Caller): Caller {
  if (!caller.sessionHash) return caller;
  return { ...caller, actor: findActor(db, caller.sessionHash) };
}

/** What a role's authority is made of. A new name or email is no other authority. */
const STANDING = ["id", "role", "industryRole", "organizationId", "commandId", "mustChangePassword"] as const;

const MESSAGE =
  "Your role or account changed while this request was being sent. Look at what you may do now, then try again";

/**
 * A call's context with the session and the user as they are now. What is public needs no authority, so it goes on
 * without an actor where the session ended.
 * @throws DomainError as `decide` says for the actor as it is now; forbidden where the actor is another than the one
 * that the context was made with.
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
