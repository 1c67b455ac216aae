import { z } from "zod";
import { defineOperation } from "~/operations/operation.server";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import { openVisit, prepareVisit } from "./visits.server";

/** Begins a sign-in at the OpenID Connect provider. The browser keeps the secret, and goes to the address. */
export const beginIdentitySignIn = defineOperation({
  gate: "public",
  input: z.object({ redirectTo: z.string().max(LIMITS.redirectCharacters).optional() }),
  limit: RATE_LIMITS.identityVisit,
  events: [],
  prepare: (context) => prepareVisit(context),
  run: (context, { redirectTo }, visit) => openVisit(context, visit, { account: null, redirectTo }),
});
