import * as z from "zod";
import { defineOperation } from "~/operations/operation.server";
import { LIMITS, RATE_LIMITS } from "~/values/limits";
import { openRequest, prepareRequest } from "./requests.server";

/** Begins a sign-in at the OpenID Connect provider. The browser keeps the secret, and goes to the address. */
export const beginIdentitySignIn = defineOperation({
  gate: "public",
  input: z.object({ redirectTo: z.string().max(LIMITS.redirectCharacters).optional() }),
  limit: RATE_LIMITS.authorizationRequest,
  events: [],
  prepare: (context) => prepareRequest(context),
  run: (context, { redirectTo }, request) => openRequest(context, request, { account: null, redirectTo }),
});
