import { and, eq, gt, lte } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#db/open";
import { accountLink, user } from "#db/schema";
import type { AuditEventName } from "~/audit/events";
import type { WriteContext } from "~/operations/operation.server";
import { hashToken, newToken } from "~/operations/session.server";
import { LIMITS } from "~/values/limits";
import { mayStillAdminister } from "../account-administration/revoked-links.server";

type AccountLinkPurpose = (typeof accountLink.$inferSelect)["purpose"];

/** The first segment of a link's path. The server leaves the rest out of its logs (app/secrets/secret-paths.ts). */
const PAGES: Record<AccountLinkPurpose, string> = { PASSWORD: "password", IDENTITY: "link-identity" };

/** The path of a link's page. */
export const accountLinkPath = (purpose: AccountLinkPurpose, token: string) => `/${PAGES[purpose]}/${token}`;

interface NewLink {
  purpose: AccountLinkPurpose;
  account: { id: string; sessionVersion: number };
  /** The administrator who makes it, or null. */
  createdBy: string | null;
  /** Whether someone asked for it by mail. */
  isRequested?: boolean;
  /** Whether using it removes the second factors too. */
  removesSecondFactor?: boolean;
  /** The token, if it cannot be random because every try to send it must have the same. */
  token?: string;
}

/**
 * Makes a one-time link to an account in the open transaction. It replaces an earlier one for the same purpose and of the same
 * origin: anyone can ask for a link by mail, so that must not end an administrator's.
 * @returns its address, which is stored nowhere
 */
export function makeAccountLink(
  {
    db,
    newId,
    randomBytes,
    now,
    caller,
  }: Pick<WriteContext, "db" | "newId" | "randomBytes" | "now"> & {
    caller: Pick<WriteContext["caller"], "origin">;
  },
  {
    purpose,
    account,
    createdBy,
    isRequested = false,
    removesSecondFactor = false,
    token = newToken({ randomBytes }),
  }: NewLink,
): { url: string; expiresAt: string } {
  const expiresAt = new Date(now.getTime() + LIMITS.accountLinkMinutes * 60_000).toISOString();
  db.delete(accountLink)
    .where(
      and(
        eq(accountLink.userId, account.id),
        eq(accountLink.purpose, purpose),
        eq(accountLink.isRequested, isRequested),
      ),
    )
    .run();
  db.insert(accountLink)
    .values({
      tokenHash: hashToken(token),
      id: newId(),
      userId: account.id,
      purpose,
      isRequested,
      removesSecondFactor: removesSecondFactor && !isRequested,
      sessionVersion: account.sessionVersion,
      createdBy,
      createdAt: now.toISOString(),
      expiresAt,
    })
    .run();
  return { url: caller.origin + accountLinkPath(purpose, token), expiresAt };
}

/** Makes a link that an administrator passes on, and audits it. */
export function handOutLink<E extends AuditEventName>(
  context: Parameters<typeof makeAccountLink>[0] & Pick<WriteContext<"account administration", E>, "actor" | "audit">,
  purpose: AccountLinkPurpose,
  account: { id: string; organizationId: string | null; sessionVersion: number },
  event: E,
  removesSecondFactor = false,
) {
  const link = makeAccountLink(context, { purpose, account, createdBy: context.actor.id, removesSecondFactor });
  context.audit(event, {
    targetType: "user",
    targetId: account.id,
    organizationId: account.organizationId,
    details: { expiresAt: link.expiresAt, ...(removesSecondFactor && { removesSecondFactor }) },
  });
  return link;
}

const creator = alias(user, "creator");

/** The account that a token is good for, as `accountLinkOf` says. */
export const findAccountLink = (db: Database, purpose: AccountLinkPurpose, token: string, now: Date) =>
  accountLinkOf(db, purpose, hashToken(token), now);

/**
 * The account that a token is good for, by the token's hash; null for an invalid token. It is good only while the account is
 * active and its sessions have not been ended since, and while the administrator who made it may still administer the account.
 */
export function accountLinkOf(db: Database, purpose: AccountLinkPurpose, hash: Buffer, now: Date) {
  const { id, name, email, role, organizationId, commandId, sessionVersion } = user;
  const found = db
    .select({
      tokenHash: accountLink.tokenHash,
      expiresAt: accountLink.expiresAt,
      createdBy: accountLink.createdBy,
      removesSecondFactor: accountLink.removesSecondFactor,
      account: { id, name, email, role, organizationId, commandId, sessionVersion },
      creator,
    })
    .from(accountLink)
    .innerJoin(user, and(eq(id, accountLink.userId), eq(sessionVersion, accountLink.sessionVersion)))
    .leftJoin(creator, eq(creator.id, accountLink.createdBy))
    .where(
      and(
        eq(accountLink.tokenHash, hash),
        eq(accountLink.purpose, purpose),
        gt(accountLink.expiresAt, now.toISOString()),
        eq(user.active, true),
      ),
    )
    .get();
  if (!found) return null;
  const { creator: maker, createdBy, ...link } = found;
  if (createdBy !== null && !mayStillAdminister(maker, link.account)) return null;
  return link;
}

/** Deletes a link in the open transaction, because it was used. */
export function spendAccountLink(db: Database, tokenHash: Buffer): void {
  db.delete(accountLink).where(eq(accountLink.tokenHash, tokenHash)).run();
}

/** Deletes links that nobody can use any more. */
export function forgetOldAccountLinks(db: Database, now: Date): void {
  db.delete(accountLink).where(lte(accountLink.expiresAt, now.toISOString())).run();
}
