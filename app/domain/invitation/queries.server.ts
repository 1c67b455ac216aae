import { and, desc, eq, gt, isNull, lte, type SQL } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#db/open";
import { invitation, organization, user } from "#db/schema";
import type { ListInPieces } from "~/lists/list-in-pieces";
import { type Changes, changesOnly } from "~/lists/paging";
import { readWholeList } from "~/lists/read-list.server";
import { defineQuery } from "~/operations/operation.server";
import { hashToken } from "~/operations/session.server";
import { organizationOf } from "../../policy/policy";

/** Not accepted or withdrawn, though maybe expired. A person has at most one such invitation from an organization. */
export const isPending: SQL | undefined = and(isNull(invitation.acceptedAt), isNull(invitation.withdrawnAt));

/** Can still be accepted. */
export const isOpen = (now: Date): SQL | undefined => and(isPending, gt(invitation.expiresAt, now.toISOString()));

/** GET /api/portal/invitations: the open ones of the caller's organization, newest first. */
export const listInvitations = defineQuery({
  gate: "industry admin",
  input: z.object(changesOnly),
  run({ db, actor, clock }, requested): ListInPieces<InvitationItem> | Changes<InvitationItem> {
    // Not the time when the request arrived: a later read must not see an earlier state of an invitation.
    const now = clock();
    const organizationId = organizationOf(actor);
    const isOwn = eq(invitation.organizationId, organizationId);
    const isExpired = and(isOwn, isPending, lte(invitation.expiresAt, now.toISOString()));
    const list = {
      ...({ type: "invitation", id: invitation.id, where: and(isOwn, isOpen(now)), organizationId } as const),
      order: newestFirst,
      clockChange: { where: isExpired, at: invitation.expiresAt },
    };
    return readWholeList(db, requested, list, readInvitations);
  },
});

const newestFirst = [desc(invitation.createdAt), desc(invitation.id)];

function readInvitations(db: Database, where: SQL | undefined) {
  const { id, email, industryRole, createdAt, expiresAt, invitedBy } = invitation;
  return db
    .select({ id, email, industryRole, createdAt, expiresAt, invitedBy: { id: user.id, name: user.name } })
    .from(invitation)
    .innerJoin(user, eq(user.id, invitedBy))
    .where(where)
    .orderBy(...newestFirst)
    .all();
}
type InvitationItem = ReturnType<typeof readInvitations>[number];

/**
 * Whether the inviter may still invite. Otherwise people could come back through an invitation that they made before.
 */
const mayStillInvite = and(
  eq(user.id, invitation.invitedBy),
  eq(user.organizationId, invitation.organizationId),
  eq(user.industryRole, "INDUSTRY_ADMIN"),
  eq(user.active, true),
);

/** The open invitation of a token, with its organization's name. Its inviter may still invite. */
export function findByToken(db: Database, token: string, now: Date) {
  const { id, email, industryRole, expiresAt, organizationId, invitedBy, tokenHash } = invitation;
  return db
    .select({ id, email, industryRole, expiresAt, organizationId, invitedBy, organizationName: organization.name })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, organizationId))
    .innerJoin(user, mayStillInvite)
    .where(and(eq(tokenHash, hashToken(token)), isOpen(now)))
    .get();
}

/** What an invitation's page shows; null for an invalid token. */
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
