import { defineOperation } from "~/operations/operation.server";
import { RATE_LIMITS } from "~/values/limits";
import { refuseFutureStart } from "./profile.server";
import { writeRegistration } from "./registration.server";
import { registrationSchema } from "./schema";

/** Registers an organization and its first user, its administrator. */
export const registerOrganization = defineOperation({
  gate: "public",
  input: registrationSchema,
  refuses: {
    conflict: "an organization with this name, UEI or CAGE code, or an account with this email, already exists",
    rate_limited: "the service is checking too many passwords",
  },
  limit: RATE_LIMITS.registration,
  events: ["organization_registered"],
  check: (context, input) => refuseFutureStart(input, context.now),
  prepare: (context, { password }) => context.passwords.hash(password),
  run: (context, { password: _password, ...registration }, passwordHash) => ({
    organizationId: writeRegistration(context, registration, passwordHash),
  }),
});
