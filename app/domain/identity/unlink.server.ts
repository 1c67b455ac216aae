import { eq } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#db/open";
import { externalIdentity } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { endOtherSessionsOf, endSessionsOf } from "~/operations/session.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { deliverTo } from "~/routing/deliver.server";
import { DomainError, notFound } from "~/values/errors";
import { recordSchema } from "~/values/text";
import { mailAccountChange } from "../account/account-mail.server";
import { refuseWhileLocked } from "../account/lock.server";
import { administeredAccount } from "../account-administration/administered.server";

/** Forgets an account's identity in the open transaction. @returns its issuer; undefined if it had none */
const deleteIdentity = (db: Database, userId: string): string | undefined =>
  db.delete(externalIdentity).where(eq(externalIdentity.userId, userId)).returning().get()?.issuer;

/**
 * Unlinks the caller's identity. Their other sessions and half-finished sign-ins end, because one may have begun with the
 * identity.
 */
export const unlinkIdentity = defineOperation({
  gate: "signed in",
  input: z.object({}),
  events: ["identity_unlinked"],
  before: refuseWhileLocked,
  check({ settings, actor }) {
    if (!maySignInByPassword(settings, actor)) throw new DomainError("forbidden");
  },
  run({ db, actor, caller, audit }) {
    const issuer = deleteIdentity(db, actor.id);
    if (issuer === undefined) throw notFound();
    endOtherSessionsOf(db, actor.id, caller.sessionHash);
    audit("identity_unlinked", { targetType: "user", targetId: actor.id, details: { issuer } });
    return { unlinked: true as const };
  },
});

/**
 * Unlinks another person's identity, such as one that an intruder linked, and ends their sessions. Like the owner, an
 * administrator cannot unlink the only way in: a link for single sign-on replaces it.
 */
export const unlinkIdentityOfAccount = defineOperation({
  gate: "account administration",
  input: recordSchema,
  refuses: {
    forbidden:
      "credentials are locked, you may not administer this account, it is your own, or it signs in only with single sign-on",
    conflict: "the account has no linked identity",
  },
  events: ["identity_unlinked"],
  before: refuseWhileLocked,
  run(context, { id }) {
    const { db, actor, settings, now, audit } = context;
    const account = administeredAccount(context, id);
    if (id === actor.id) throw new DomainError("forbidden", "Unlink your own identity on your account page");
    if (!maySignInByPassword(settings, account)) {
      const message =
        "This account has no other way to sign in. Make a link for single sign-on to replace the identity";
      throw new DomainError("forbidden", message);
    }
    const issuer = deleteIdentity(db, id);
    if (issuer === undefined) throw new DomainError("conflict", "This account has no linked identity");
    endSessionsOf(db, id);
    audit("identity_unlinked", {
      ...{ targetType: "user", targetId: id, organizationId: account.organizationId },
      details: { issuer },
    });
    const notification = {
      kind: "SYSTEM",
      title: "Single sign-on unlinked",
      body: "An administrator unlinked your identity at the sign-in provider and signed you out everywhere. Sign in with your password.",
      linkUrl: "/account",
      tags: [],
      hasOwnMail: true,
    } as const;
    deliverTo(db, [{ userId: id }], notification, now);
    mailAccountChange({ db, now }, { userId: id }, "single sign-on unlinked");
    return { id };
  },
});
