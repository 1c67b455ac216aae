import * as z from "zod";
import { defineOperation } from "~/operations/operation.server";
import { endSession } from "~/operations/session.server";

/** Ends the caller's session. */
export const signOut = defineOperation({
  gate: "signed in",
  input: z.object({}),
  boundedBy: "sign-ins: each ends the session of one",
  events: ["sign_out"],
  duringDuty: "any",
  run({ db, caller, audit }) {
    if (caller.sessionHash) endSession(db, caller.sessionHash);
    audit("sign_out");
    return { signedOut: true as const };
  },
});
