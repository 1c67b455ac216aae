import { z } from "zod";
import { statement } from "#db/open";
import { defineOperation } from "../operation.server";

/** Ends the session that the caller came with. */
export const signOut = defineOperation({
  gate: "signed in",
  input: z.object({}),
  events: ["sign_out"],
  duringRotation: true,
  run({ db, caller, audit }) {
    statement(db, "DELETE FROM session WHERE token_hash = ?").run(caller.sessionHash);
    audit("sign_out");
    return { signedOut: true };
  },
});
