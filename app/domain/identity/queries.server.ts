import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { externalIdentity } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";
import { maySignInByPassword } from "~/operations/sign-in-methods";
import { RATE_LIMITS } from "~/values/limits";
import { recordSchema } from "~/values/text";
import { administeredAccount } from "../account-administration/administered.server";
import { findAccountLink } from "../account-link/links.server";

/** The caller's single sign-on; null if the settings have no provider. */
export const ownIdentity = defineQuery({
  gate: "signed in",
  input: z.object({}),
  run({ db, actor, settings }) {
    const { identityProvider } = settings;
    if (!identityProvider) return null;
    const linked = db
      .select({ since: externalIdentity.createdAt })
      .from(externalIdentity)
      .where(and(eq(externalIdentity.userId, actor.id), eq(externalIdentity.issuer, identityProvider.issuer)))
      .get();
    return {
      name: identityProvider.name,
      since: linked?.since ?? null,
      /** Otherwise the person would lock themselves out, or could not prove who they are. */
      mayChange: maySignInByPassword(settings, actor),
    };
  },
});

/** When the identity of an account that the caller may administer was linked; null without one. */
export const identityOfAccount = defineQuery({
  gate: "account administration",
  input: recordSchema,
  run(context, { id }) {
    const account = administeredAccount(context, id);
    const { createdAt } = externalIdentity;
    const linked = context.db
      .select({ since: createdAt })
      .from(externalIdentity)
      .where(eq(externalIdentity.userId, account.id))
      .get();
    return linked ?? null;
  },
});

/** What the page of a link for an identity shows; null for an invalid token. Reading it uses nothing up. */
export const accountOfIdentityLink = defineQuery({
  gate: "public",
  input: z.object({ token: z.string() }),
  limit: RATE_LIMITS.accountLinkUse,
  run({ db, now, settings }, { token }) {
    const { identityProvider } = settings;
    const found = identityProvider && findAccountLink(db, "IDENTITY", token, now);
    if (!found) return null;
    const { account, expiresAt } = found;
    return { name: account.name, email: account.email, expiresAt, provider: identityProvider.name };
  },
});
