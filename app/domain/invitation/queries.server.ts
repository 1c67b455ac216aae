import { and, desc, eq, gt, isNull, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "#db/open";
import { invitation, organization, user } from "#db/schema";
import { LIMITS } from "../../limits";
import { organizationOf } from "../../policy/policy";
import { defineQuery } from "../operation.server";
import { hashToken } from "../session/session.server";

/** Neither accepted nor withdrawn. Nobody has two such of one organization, though theirs may have expired. */
export const isPending: SQL | undefined = and(isNull(invitation.acceptedAt), isNull(invitation.withdrawnAt));

/** Still good to be accepted. */
export const isOpen = (now: Date): SQL | undefined => and(isPending, gt(invitation.expiresAt, now.toISOString()));

/** GET /api/portal/invitations: the open ones of the caller's organization, newest first. */
export const listInvitations = defineQuery({
  gate: "industry admin",
  input: z.object({}),
  run({ db, actor, now }) {
    const { id, email, industryRole, createdAt, expiresAt, organizationId, invitedBy } = invitation;
    return db
      .select({ id, email, industryRole, createdAt, expiresAt, invitedBy: { id: user.id, name: user.name } })
      .from(invitation)
      .innerJoin(user, eq(user.id, invitedBy))
      .where(and(eq(organizationId, organizationOf(actor)), isOpen(now)))
      .orderBy(desc(createdAt), desc(id))
      .limit(LIMITS.unpagedRows)
      .all();
  },
});

/** The open invitation that a token belongs to, with the name of its organization. */
export function findByToken(db: Database, token: string, now: Date) {
  const { id, email, industryRole, expiresAt, organizationId, invitedBy, tokenHash } = invitation;
  return db
    .select({ id, email, industryRole, expiresAt, organizationId, invitedBy, organizationName: organization.name })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, organizationId))
    .where(and(eq(tokenHash, hashToken(token)), isOpen(now)))
    .get();
}

/** What an invitation's own page says of it; null when the token is of no use, or no longer. */
export const invitationOfToken = defineQuery({
  gate: "public",
  input: z.object({ token: z.string() }),
  run({ db, now }, { token }) {
    const found = findByToken(db, token, now);
    if (!found) return null;
    const { organizationName, email, industryRole, expiresAt } = found;
    return { organizationName, email, industryRole, expiresAt };
  },
});
