import { createHmac } from "node:crypto";
import { and, eq, gt, lte } from "drizzle-orm";
import type { Database } from "#db/open";
import { identityRequest } from "#db/schema";
import type { ReadContext } from "~/operations/operation.server";
import type { AuthorizationRequest, IdentityProvider, Services } from "~/operations/services";
import { hashToken } from "~/operations/session.server";
import { notFound } from "~/values/errors";
import { LIMITS } from "~/values/limits";

/** 256 bits, which nobody can guess. */
const SECRET_BYTES = 32;

/** @throws DomainError not_found if the settings have no provider */
export function providerOf({ identityProvider }: Pick<Services, "identityProvider">): IdentityProvider {
  if (!identityProvider) throw notFound();
  return identityProvider;
}

/**
 * What an authorization request sends to the provider. The nonce and the verifier follow from the secret that only this browser has, so the
 * database has nothing that would help someone who reads it.
 */
export function authorizationRequestOf(secret: string, state: string): AuthorizationRequest {
  const derived = (use: string) => createHmac("sha256", secret).update(`identity ${use}`).digest("base64url");
  return { state, nonce: derived("nonce"), verifier: derived("verifier") };
}

/** A new authorization request, and its address at the provider. */
export async function prepareRequest(context: ReadContext) {
  const { randomBytes, caller } = context;
  const [secret, state] = [SECRET_BYTES, SECRET_BYTES].map((size) => randomBytes(size).toString("base64url")) as [
    string,
    string,
  ];
  const address = await providerOf(context).addressOf(authorizationRequestOf(secret, state), caller);
  return { secret, state, address };
}

interface Purpose {
  /** The account to link; null for a sign-in. */
  account: { id: string; sessionVersion: number } | null;
  linkHash?: Buffer;
  redirectTo?: string;
}

/** Records an authorization request in the open transaction. */
export function openRequest(
  { db, now }: Pick<ReadContext, "db" | "now">,
  { secret, state, address }: Awaited<ReturnType<typeof prepareRequest>>,
  { account, linkHash, redirectTo }: Purpose,
) {
  db.insert(identityRequest)
    .values({
      stateHash: hashToken(state),
      browserHash: hashToken(secret),
      userId: account?.id ?? null,
      sessionVersion: account?.sessionVersion ?? null,
      linkHash: linkHash ?? null,
      redirectTo: redirectTo ?? null,
      expiresAt: new Date(now.getTime() + LIMITS.identityRequestMinutes * 60_000).toISOString(),
    })
    .run();
  return { secret, address };
}

/** The request of this browser with this state; undefined if there is none or it took too long. */
export function findRequest(db: Database, { secret, state }: { secret: string; state: string }, now: Date) {
  return db
    .select()
    .from(identityRequest)
    .where(isRequest(secret, state, now))
    .get();
}

/** The same, and deletes it in the open transaction, because it works once. */
export function takeRequest(db: Database, { secret, state }: { secret: string; state: string }, now: Date) {
  return db
    .delete(identityRequest)
    .where(isRequest(secret, state, now))
    .returning()
    .get();
}

const isRequest = (secret: string, state: string, now: Date) =>
  and(
    eq(identityRequest.stateHash, hashToken(state)),
    eq(identityRequest.browserHash, hashToken(secret)),
    gt(identityRequest.expiresAt, now.toISOString()),
  );

/** Deletes requests whose callback comes too late. */
export function forgetOldRequests(db: Database, now: Date): void {
  db.delete(identityRequest).where(lte(identityRequest.expiresAt, now.toISOString())).run();
}
