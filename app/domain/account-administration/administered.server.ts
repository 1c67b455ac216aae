import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import type { ReadContext } from "~/operations/operation.server";
import { DomainError, notFound } from "~/values/errors";
import { administrationOf } from "./rules";

type Context = Pick<ReadContext<"account administration">, "db" | "actor" | "reach">;

/**
 * The account that a caller asks to administer, active or not. Every operation on someone else's account calls this under
 * the write lock, so that there is one rule for all of them.
 * @throws DomainError not_found if there is no such account, or for an account outside the caller's organization;
 *   forbidden for an account that the caller may not administer
 */
export function administeredAccount({ db, actor, reach }: Context, id: string) {
  const { email, name, role, industryRole, organizationId, commandId, active, successorId, sessionVersion } = user;
  const account = db
    .select({
      ...{ id: user.id, email, name, role, industryRole, organizationId, commandId, active, successorId },
      sessionVersion,
    })
    .from(user)
    .where(eq(user.id, id))
    .get();
  const administration = account ? administrationOf(reach, actor, account) : "hidden";
  if (!account || administration === "hidden") throw notFound();
  if (administration === "forbidden") throw new DomainError("forbidden", "You cannot administer this account");
  return account;
}

export type AdministeredAccount = ReturnType<typeof administeredAccount>;
