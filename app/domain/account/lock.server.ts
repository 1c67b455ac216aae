import type { Services } from "~/operations/services";
import { DomainError } from "~/values/errors";
import { LOCK_MESSAGE } from "./rules";

/**
 * Refuses a change of credentials while they are locked. The `before` of every operation that makes one.
 * @throws DomainError forbidden
 */
export function refuseWhileLocked({ settings }: Pick<Services, "settings">): void {
  if (settings.credentialsLocked) throw new DomainError("forbidden", LOCK_MESSAGE);
}
