import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { v7 as uuid } from "uuid";
import {
  claimDatabase,
  closeDatabase,
  immediateTransaction,
  isLocked,
  openDatabase,
  openMigratedDatabase,
} from "#db/open";
import { makeAccountLink } from "../domain/account-link/links.server";
import { findAccountByEmail } from "../domain/account-link/queries.server";
import { auditFor } from "../operations/caller.server";
import { maySignInByPassword } from "../operations/sign-in-methods";
import { readOwnClaim } from "../replica/own-claim.server";
import { replicaPlace } from "../replica/place";
import type { Settings } from "../settings.server";
import type { Program } from "./program";

/**
 * Prints a one-time link to an account, for when nobody is left who could make one on a page. Anyone who can run this can also
 * read and change the database.
 */
export const accountLink: Program = {
  usage: "account:link <email>",
  run(options, settings, say) {
    const { positionals } = parseArgs({ args: [...options], allowPositionals: true, options: {} });
    const [email, ...more] = positionals;
    if (!email || more.length > 0) throw new Error("Enter the email address of one account.");
    if (readOwnClaim(replicaPlace(settings.databasePath).claim)?.isReplaced)
      throw new Error("Another server has taken this one's place. Run this on its machine.");
    if (settings.publicOrigin === null) throw new Error("Set PUBLIC_ORIGIN: the link begins with it.");
    if (settings.credentialsLocked)
      throw new Error("Set DEMO_LOCK_CREDENTIALS to false: links do not work until then.");
    say(makeLink(settings, settings.publicOrigin, email.toLowerCase()));
    say("It works once, for an hour. Start the server, then open it, or send it only to the owner of the account.");
    return true;
  },
};

function makeLink(settings: Settings, origin: string, email: string): string {
  // Fails if the database is missing or of another version, before claiming it would create a lock file.
  openMigratedDatabase(settings.databasePath).$client.close();
  const release = claim(settings.databasePath);
  const db = openDatabase(settings.databasePath);
  try {
    return immediateTransaction(db, () => {
      const account = findAccountByEmail(db, email);
      if (!account) throw new Error(`There is no active account with the email ${email}.`);
      const purpose = maySignInByPassword(settings, account) ? "PASSWORD" : "IDENTITY";
      const now = new Date();
      const caller = { actor: null, sessionHash: null, ip: "localhost", userAgent: null, requestId: uuid(), origin };
      const link = makeAccountLink(
        { db, newId: uuid, randomBytes, now, caller },
        { purpose, account, createdBy: null },
      );
      const event = purpose === "PASSWORD" ? "password_link_created" : "identity_link_created";
      auditFor(
        { db, newId: uuid },
        caller,
        now,
      )(event, {
        targetType: "user",
        targetId: account.id,
        organizationId: account.organizationId,
        details: { expiresAt: link.expiresAt, reason: "made by a maintenance program" },
      });
      return link.url;
    });
  } finally {
    closeDatabase(db, { isCopied: settings.replica !== null });
    release();
  }
}

function claim(path: string): () => void {
  try {
    return claimDatabase(path);
  } catch (error) {
    if (!(error instanceof Error && isLocked(error.cause))) throw error;
    throw new Error(`A server is running on ${path}: stop it first.`);
  }
}
