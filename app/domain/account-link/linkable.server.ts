import type { ReadContext } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { administeredAccount } from "../account-administration/administered.server";

/**
 * The account for which the caller may make a one-time link. Nobody makes one for their own account: a stolen session could
 * otherwise become a lasting way in.
 * @throws DomainError as `administeredAccount` does; invalid_request for the caller's own account or a deactivated one
 */
export function linkableAccount(
  context: Pick<ReadContext<"account administration">, "db" | "actor" | "reach">,
  id: string,
) {
  const account = administeredAccount(context, id);
  if (account.id === context.actor.id) {
    throw new DomainError("invalid_request", "This is your own account. Change it on your account page instead");
  }
  if (!account.active) throw new DomainError("invalid_request", "This account is deactivated. Reactivate it first");
  return account;
}
