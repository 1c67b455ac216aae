import type { Actor, Gate } from "~/policy/policy";
import type { Settings } from "~/settings.server";
import { DomainError } from "~/values/errors";
import type { Services } from "./services";
import { maySignInByPassword } from "./sign-in-methods";

/** What an actor must do before any other call that needs a session. */
export const DUTIES = ["change password", "set up second factor"] as const;
export type Duty = (typeof DUTIES)[number];

/** What the API says while a duty is open. */
const MESSAGES: Record<Duty, string> = {
  "change password": "Change your password first",
  "set up second factor": "Set up a second factor first",
};

/** Whether the settings require a second factor of people with this role. */
function requiresSecondFactor({ requireSecondFactor }: Settings, { role }: Pick<Actor, "role">): boolean {
  return requireSecondFactor === "everyone" || (requireSecondFactor === "government" && role !== "INDUSTRY");
}

/** What the actor must do first; null if nothing. While credentials are locked, nobody could do any of it. */
export function dutyOf({ settings }: Pick<Services, "settings">, actor: Actor | null): Duty | null {
  if (!actor || settings.credentialsLocked) return null;
  // Nobody needs to change a password that does not sign in.
  if (actor.mustChangePassword && maySignInByPassword(settings, actor)) return "change password";
  return requiresSecondFactor(settings, actor) && !actor.hasSecondFactor ? "set up second factor" : null;
}

/** What decides whether a call is allowed while its actor has a duty. */
export interface DuringDuty {
  gate: Gate;
  /** The duty that the call serves, or `any` for one that is always allowed. Public calls always are. */
  duringDuty?: Duty | "any";
}

export const isAllowedDuring = (duty: Duty, { gate, duringDuty }: DuringDuty): boolean =>
  gate === "public" || duringDuty === "any" || duringDuty === duty;

/** @throws DomainError forbidden if the actor must do something else first */
export function refuseBeforeDuty(services: Pick<Services, "settings">, actor: Actor | null, call: DuringDuty): void {
  const duty = dutyOf(services, actor);
  if (duty && !isAllowedDuring(duty, call)) throw new DomainError("forbidden", MESSAGES[duty]);
}
