import { eq } from "drizzle-orm";
import { externalIdentity, user } from "#db/schema";
import { defineOperation, type ReadContext } from "~/operations/operation.server";
import { endSession, endSessionsOf } from "~/operations/session.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { DomainError } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { mailAccountChange } from "../account/account-mail.server";
import { refuseWhileLocked } from "../account/lock.server";
import { nameOfOrganization } from "../organization/queries.server";
import { tellOwner } from "../second-factor/notifications.server";
import { countPasskeys } from "../second-factor/passkeys.server";
import { deleteFactors, factorSince } from "../second-factor/records.server";
import { findAccountLink, spendAccountLink } from "./links.server";
import { passwordLinkUseSchema } from "./schema";

/** One message for every invalid token: unknown, expired, used, replaced or revoked. */
const MESSAGE = "This link has expired or is invalid. Ask for a new one";

/** @throws DomainError invalid_request for an invalid token */
function usableLink({ db, settings, now }: Pick<ReadContext, "db" | "settings" | "now">, token: string) {
  const found = findAccountLink(db, "PASSWORD", token, now);
  if (!found || !maySignInByPassword(settings, found.account)) throw new DomainError("invalid_request", MESSAGE);
  return found;
}

/**
 * Sets the password of a link's account, ends every session of it, and unlinks its identity. If the link's maker asked for
 * it, also removes the second factors. It signs nobody in, because a second factor may be required. The browser that sends it is signed out, even if it was signed in to another account.
 */
export const setPasswordByLink = defineOperation({
  gate: "public",
  input: passwordLinkUseSchema,
  refuses: {
    invalid_request: "the token is unknown, expired, used, replaced or revoked",
    forbidden: "credentials are locked",
    rate_limited: "too many tries from this address, or the service is checking too many passwords",
  },
  limit: RATE_LIMITS.accountLinkUse,
  events: ["password_link_used", "identity_unlinked", "second_factor_removed"],
  before: refuseWhileLocked,
  // Hashing a password is expensive, so check the token first.
  check: (context, { token }) => void usableLink(context, token),
  prepare: ({ passwords }, { password }) => passwords.hash(password),

  run(context, { token }, passwordHash) {
    const { db, caller, now, audit } = context;
    // Again under the write lock: the link may have been used or revoked while the password was hashed.
    const { tokenHash, account, removesSecondFactor } = usableLink(context, token);
    spendAccountLink(db, tokenHash);
    db.update(user)
      .set({ passwordHash, mustChangePassword: false, updatedAt: now.toISOString() })
      .where(eq(user.id, account.id))
      .run();
    // An intruder may have linked an identity of their own, and must not come back with it.
    const unlinked = db.delete(externalIdentity).where(eq(externalIdentity.userId, account.id)).returning().all();
    const isRemoved = removesSecondFactor && deleteFactors(context, account.id);
    endSessionsOf(db, account.id);
    mailAccountChange({ db, now }, { userId: account.id }, "password changed");
    if (caller.sessionHash) endSession(db, caller.sessionHash);
    const target = {
      claimedEmail: account.email,
      targetType: "user",
      targetId: account.id,
      organizationId: account.organizationId,
    };
    audit("password_link_used", target);
    const reason = "the password was set with a link";
    for (const { issuer } of unlinked) audit("identity_unlinked", { ...target, details: { issuer, reason } });
    if (isRemoved) {
      audit("second_factor_removed", { ...target, details: { reason } });
      tellOwner(context, account.id, "removed");
    }
    const { name, email } = account;
    const organization = account.organizationId && nameOfOrganization(db, account.organizationId);
    const remaining = { app: factorSince(context, account.id) !== null, passkeys: countPasskeys(context, account.id) };
    return { changed: true as const, name, email, organization, isUnlinked: unlinked.length > 0, isRemoved, remaining };
  },
});
