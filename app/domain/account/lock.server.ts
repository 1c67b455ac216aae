import type { Services } from "~/operations/services";
import { DomainError } from "~/values/errors";
import { LOCK_MESSAGE } from "./rules";

/**
 * Refuses a change of credentials while they are locked. Every operation that makes one calls it first: as its `before`, or
 * in its `check` if the gate comes first.
 * @throws DomainError forbidden
 */
export function refuseWhileLocked({ settings }: Pick<Services, "settings">): void {
  if (settings.credentialsLocked) throw new DomainError("forbidden", LOCK_MESSAGE);
}
