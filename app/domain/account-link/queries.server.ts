import { and, eq } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#db/open";
import { user } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";
import { RATE_LIMITS } from "~/values/limits";
import { findAccountLink } from "./links.server";

/** The active account with this email. */
export const findAccountByEmail = (db: Database, email: string) =>
  db
    .select()
    .from(user)
    .where(and(eq(user.email, email), eq(user.active, true)))
    .get();

/** What the page of a password link shows; null for an invalid token. Reading it uses nothing up. */
export const accountOfPasswordLink = defineQuery({
  gate: "public",
  input: z.object({ token: z.string() }),
  limit: RATE_LIMITS.accountLinkUse,
  run({ db, now }, { token }) {
    const found = findAccountLink(db, "PASSWORD", token, now);
    if (!found) return null;
    const { account, expiresAt, removesSecondFactor } = found;
    return { name: account.name, email: account.email, expiresAt, removesSecondFactor };
  },
});
