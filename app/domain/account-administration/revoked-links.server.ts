import { eq, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/open";
import { accountLink, user } from "#db/schema";
import { reachThrough } from "~/policy/policy";
import { administrationOf } from "./rules";

type Account = Pick<typeof user.$inferSelect, "role" | "organizationId" | "commandId">;

/**
 * Whether the maker of a link to an account may still administer it. Otherwise someone could come back through a link that
 * they made before they lost the right to.
 */
export function mayStillAdminister(maker: typeof user.$inferSelect | null, account: Account): boolean {
  if (!maker?.active) return false;
  const reach = reachThrough("account administration", maker);
  return reach !== null && administrationOf(reach, maker, account) === "allowed";
}

const creator = alias(user, "creator");

/**
 * Deletes the links to a person and by a person whose maker may not administer the account, in the open transaction. Call
 * it after each change to someone's role, command or active state. Otherwise a change back would make the links valid again.
 */
export function deleteRevokedLinks(db: Database, userId: string): void {
  const { tokenHash } = accountLink;
  const links = db
    .select({ tokenHash, account: user, creator })
    .from(accountLink)
    .innerJoin(user, eq(user.id, accountLink.userId))
    .innerJoin(creator, eq(creator.id, accountLink.createdBy))
    .where(or(eq(accountLink.userId, userId), eq(accountLink.createdBy, userId)))
    .all();
  for (const link of links) {
    if (mayStillAdminister(link.creator, link.account)) continue;
    db.delete(accountLink).where(eq(tokenHash, link.tokenHash)).run();
  }
}
