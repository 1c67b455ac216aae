import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { externalIdentity, type identityRequest, user } from "#db/schema";
import { defineOperation, Refusal, type WriteContext } from "~/operations/operation.server";
import type { ProvenIdentity } from "~/operations/services";
import { endOtherSessionsOf } from "~/operations/session.server";
import { deliverTo } from "~/routing/deliver.server";
import { DomainError } from "~/values/errors";
import { PROVIDER_REQUESTS } from "~/values/limits";
import { mailAccountChange } from "../account/account-mail.server";
import { LOCK_MESSAGE } from "../account/rules";
import { accountLinkOf, spendAccountLink } from "../account-link/links.server";
import { beginSession, findCredentialsOf } from "../session/begin-session.server";
import { refuseTooMany } from "../session/password.server";
import { openStep } from "../session/step.server";
import { authorizationRequestOf, findRequest, providerOf, takeRequest } from "./requests.server";

const EVENTS = [
  "sign_in_success",
  "sign_in_failure",
  "identity_linked",
  "identity_link_failure",
  "identity_unlinked",
] as const;
type Context = WriteContext<"public", (typeof EVENTS)[number]>;
type PendingRequest = typeof identityRequest.$inferSelect;

/** One message for an unknown state, another browser's, one that was used, and one that is too old. */
const STALE = "This sign-in took too long, or it began in another browser. Try again";
const NOT_LINKED =
  "This identity is not linked to an account. Sign in with your password and link it on your account page, or ask an administrator";
const TAKEN = "This identity is already linked to another account";
const REVOKED = "Your account changed while you were away, so nothing was linked. Try again";

const refused = (message: string, code: "unauthorized" | "conflict" = "unauthorized") => new DomainError(code, message);

/** `state` is sent once. Otherwise one reader could see another value than the next. */
const stateIn = (callbackQuery: string): string => {
  const states = new URLSearchParams(callbackQuery).getAll("state");
  return states.length === 1 ? (states[0] ?? "") : "";
};

/**
 * Finishes an authorization request: signs in to the account that the identity is linked to, or links it. It
 * works once, for the browser that began it. It never creates an account, and no email links one.
 */
export const finishAuthorization = defineOperation({
  gate: "public",
  input: z.object({
    /** The secret in the browser's cookie. */
    secret: z.string().max(64),
    /** The query that the provider sent the browser back with. */
    callbackQuery: z.string().max(PROVIDER_REQUESTS.callbackQueryCharacters),
  }),
  boundedBy: "the authorization requests that were begun: each comes back once",
  events: EVENTS,

  check({ db, now }, { secret, callbackQuery }) {
    if (!findRequest(db, { secret, state: stateIn(callbackQuery) }, now)) throw refused(STALE);
  },
  async prepare(context, { secret, callbackQuery }) {
    const request = authorizationRequestOf(secret, stateIn(callbackQuery));
    try {
      return await providerOf(context).identityOf(callbackQuery, request, context.caller);
    } catch (error) {
      if (error instanceof DomainError && error.code === "unauthorized") return error;
      throw error;
    }
  },
  run(context, { secret, callbackQuery }, proven) {
    // Whatever happens next, the request is over.
    const request = takeRequest(context.db, { secret, state: stateIn(callbackQuery) }, context.now);
    if (!request) throw refused(STALE);
    const outcome = proven instanceof DomainError ? proven : finish(context, request, proven);
    if (!(outcome instanceof DomainError)) return outcome;
    const details = { method: "oidc", reason: reasonOf(outcome) };
    if (request.userId === null) context.audit("sign_in_failure", { details });
    else context.audit("identity_link_failure", { targetType: "user", targetId: request.userId, details });
    return new Refusal(outcome);
  },
});

const reasonOf = ({ message }: DomainError) =>
  message === NOT_LINKED ? "not linked" : message === TAKEN ? "linked to another account" : "refused";

const finish = (context: Context, request: PendingRequest, proven: ProvenIdentity) =>
  request.userId === null ? signInWith(context, request, proven) : link(context, request, proven);

function signInWith(context: Context, { redirectTo }: PendingRequest, { issuer, subject, acr }: ProvenIdentity) {
  const linked = context.db
    .select({ userId: externalIdentity.userId })
    .from(externalIdentity)
    .where(and(eq(externalIdentity.issuer, issuer), eq(externalIdentity.subject, subject)))
    .get();
  // A deactivated account gets the same response as an unknown identity.
  const credentials = linked && findCredentialsOf(context, linked.userId);
  if (!credentials) return refused(NOT_LINKED);
  refuseTooMany(context, credentials);
  const isMultiFactor = acr !== null;
  // The provider has not proved a second factor, so the account's own one is still needed.
  if (credentials.hasSecondFactor && !isMultiFactor) {
    return { kind: "step" as const, step: openStep(context, credentials), redirectTo };
  }
  const proof = { method: "oidc", isMultiFactor, ...(acr !== null && { acr }) } as const;
  return { kind: "signed in" as const, ...beginSession(context, credentials, proof), redirectTo };
}

function link(context: Context, request: PendingRequest, { issuer, subject }: ProvenIdentity) {
  const { db, actor, caller, now, settings, audit } = context;
  if (settings.credentialsLocked) return refused(LOCK_MESSAGE);
  const account = db
    .select()
    .from(user)
    .where(eq(user.id, request.userId ?? ""))
    .get();
  const isAllowed =
    request.linkHash === null
      ? actor?.id === request.userId
      : accountLinkOf(db, "IDENTITY", request.linkHash, now) !== null;
  if (!account?.active || account.sessionVersion !== request.sessionVersion || !isAllowed) return refused(REVOKED);
  const target = { targetType: "user", targetId: account.id, organizationId: account.organizationId };
  const claimed = { ...target, ...(actor === null && { claimedEmail: account.email }) };
  const known = db
    .select({ userId: externalIdentity.userId })
    .from(externalIdentity)
    .where(and(eq(externalIdentity.issuer, issuer), eq(externalIdentity.subject, subject)))
    .get();
  if (known && known.userId !== account.id) return refused(TAKEN, "conflict");
  if (request.linkHash) spendAccountLink(db, request.linkHash);
  const result = { kind: "linked" as const, isInvited: request.linkHash !== null };
  if (known) return result;
  const replaced = db
    .delete(externalIdentity)
    .where(and(eq(externalIdentity.userId, account.id), eq(externalIdentity.issuer, issuer)))
    .run();
  if (replaced.changes > 0) {
    audit("identity_unlinked", { ...claimed, details: { issuer, reason: "replaced by another" } });
    // As unlinking does: a session may have begun with the replaced identity.
    endOtherSessionsOf(db, account.id, actor?.id === account.id ? caller.sessionHash : null);
  }
  db.insert(externalIdentity).values({ issuer, subject, userId: account.id, createdAt: now.toISOString() }).run();
  audit("identity_linked", { ...claimed, details: { issuer } });
  // A linked identity is a lasting way in, so its owner must learn of one that someone else linked.
  const notification = {
    kind: "SYSTEM",
    title: "Single sign-on linked",
    body: "An identity at the sign-in provider can now sign in to your account. If it is not yours, unlink it and change your password.",
    linkUrl: "/account",
    tags: [],
    hasOwnMail: true,
  } as const;
  deliverTo(db, [{ userId: account.id }], notification, now);
  mailAccountChange({ db, now }, { userId: account.id }, "single sign-on linked");
  return result;
}
