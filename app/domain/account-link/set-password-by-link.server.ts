import { eq } from "drizzle-orm";
import { user } from "#db/schema";
import { defineOperation, type ReadContext } from "~/operations/operation.server";
import { endSession, endSessionsOf } from "~/operations/session.server";
import { DomainError } from "~/values/errors";
import { RATE_LIMITS } from "~/values/limits";
import { mailAccountChange } from "../account/account-mail.server";
import { LOCK_MESSAGE } from "../account/rules";
import { nameOfOrganization } from "../organization/queries.server";
import { findAccountLink, spendAccountLink } from "./links.server";
import { passwordLinkUseSchema } from "./schema";

/** One message for every invalid token: unknown, expired, used, replaced or revoked. */
const MESSAGE = "This link has expired or is invalid. Ask for a new one";

/** @throws DomainError invalid_request for an invalid token */
function usableLink({ db, now }: Pick<ReadContext, "db" | "now">, token: string) {
  const found = findAccountLink(db, "PASSWORD", token, now);
  if (!found) throw new DomainError("invalid_request", MESSAGE);
  return found;
}

/**
 * Sets the password of a link's account, and ends every session of it. It signs nobody in, because a second factor may be
 * required. The browser that sends it is signed out, whoever used it.
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
  events: ["password_link_used"],
  before({ settings }) {
    if (settings.credentialsLocked) throw new DomainError("forbidden", LOCK_MESSAGE);
  },
  // Hashing a password is expensive, so check the token first.
  check: (context, { token }) => void usableLink(context, token),
  prepare: ({ passwords }, { password }) => passwords.hash(password),

  run(context, { token }, passwordHash) {
    const { db, caller, now, audit } = context;
    // Again under the write lock: the link may have been used or revoked while the password was hashed.
    const { tokenHash, account } = usableLink(context, token);
    spendAccountLink(db, tokenHash);
    db.update(user)
      .set({ passwordHash, mustChangePassword: false, updatedAt: now.toISOString() })
      .where(eq(user.id, account.id))
      .run();
    endSessionsOf(db, account.id);
    mailAccountChange({ db, now }, { userId: account.id }, "password changed");
    if (caller.sessionHash) endSession(db, caller.sessionHash);
    audit("password_link_used", {
      claimedEmail: account.email,
      targetType: "user",
      targetId: account.id,
      organizationId: account.organizationId,
    });
    const { name, email } = account;
    const organization = account.organizationId && nameOfOrganization(db, account.organizationId);
    return { changed: true as const, name, email, organization };
  },
});
