import { eq } from "drizzle-orm";
import type * as z from "zod";
import type { Database } from "#db/open";
import { invitation, user } from "#db/schema";
import { refuseKnownEmail } from "~/domain/account/email.server";
import { findByToken } from "~/domain/invitation/queries.server";
import { acceptanceSchema } from "~/domain/invitation/schema";
import { signInNewAccount } from "~/domain/session/begin-session.server";
import { defineOperation, type ReadContext, type WriteContext } from "~/operations/operation.server";
import { deliverTo } from "~/routing/deliver.server";
import { DomainError } from "~/values/errors";
import { ROLE_WORDS } from "./rules";

type Acceptance = z.output<typeof acceptanceSchema>;

/** One message for every invalid token: unknown, expired, withdrawn, used, or from someone who may no longer invite. */
const MESSAGE = "This invitation has expired or is invalid. Ask for a new one";

/**
 * The valid invitation of a token.
 * @throws DomainError invalid_request for an invalid token, conflict if the email already has an account
 */
function usableInvitation(db: Database, token: string, now: Date) {
  const found = findByToken(db, token, now);
  if (!found) throw new DomainError("invalid_request", MESSAGE);
  refuseKnownEmail(db, found.email);
  return found;
}

const acceptance = {
  gate: "public",
  input: acceptanceSchema,
  refuses: {
    invalid_request: "the token is unknown, expired, withdrawn or already used, or its sender may no longer invite",
    conflict: "the email already has an account",
    rate_limited: "the service is checking too many passwords",
  },
  // Hashing a password is expensive, so check the token first.
  check: ({ db, now }: ReadContext<"public">, { token }: Acceptance) => void usableInvitation(db, token, now),
  prepare: ({ passwords }: ReadContext<"public">, { password }: Acceptance) => passwords.hash(password),
} as const;

/** Creates the account of an invited person, with the email and the role of the invitation. */
export const acceptInvitation = defineOperation({
  ...acceptance,
  events: ["industry_user_joined"],
  run: join,
});

/** The same for the invitation's page, and signs the new user in. */
export const acceptInvitationAndSignIn = defineOperation({
  ...acceptance,
  events: ["industry_user_joined", "sign_in_success"],
  run(context, input, passwordHash) {
    const { email } = join(context, input, passwordHash);
    return signInNewAccount(context, email);
  },
});

function join(
  { db, newId, now, audit }: WriteContext<"public", "industry_user_joined">,
  { token, name }: Acceptance,
  passwordHash: string,
) {
  // Again under the write lock: the invitation may have been used or withdrawn while the password was hashed.
  const found = usableInvitation(db, token, now);
  const { email, industryRole, organizationId } = found;
  const id = newId();
  const at = now.toISOString();
  db.insert(user)
    .values({
      id,
      email,
      name,
      role: "INDUSTRY",
      industryRole,
      organizationId,
      passwordHash,
      createdAt: at,
      updatedAt: at,
    })
    .run();
  db.update(invitation).set({ acceptedAt: at }).where(eq(invitation.id, found.id)).run();
  audit("industry_user_joined", {
    claimedEmail: email,
    targetType: "user",
    targetId: id,
    organizationId,
    details: { after: { email, name, industryRole }, invitationId: found.id },
  });
  const notification = {
    kind: "SYSTEM",
    title: `${name} joined ${found.organizationName}`,
    body: `${email} accepted your invitation as ${ROLE_WORDS[industryRole]}.`,
    linkUrl: "/portal/users",
    tags: [],
  } as const;
  deliverTo(db, [{ userId: found.invitedBy }], notification, now);
  return { id, email, name, industryRole, organizationId };
}
