import { z } from "zod";
import { statement } from "#db/open";
import { defineOperation } from "~/operations/operation.server";

/** Ends every session of the caller except the current one. */
export const endOtherSessions = defineOperation({
  gate: "signed in",
  input: z.object({}),
  events: ["sign_out"],
  run({ db, actor, caller, audit }) {
    const { changes } = statement(db, "DELETE FROM session WHERE user_id = ? AND token_hash IS NOT ?").run(
      actor.id,
      caller.sessionHash,
    );
    if (changes > 0) {
      audit("sign_out", { details: { reason: "every other session was ended on the account page", ended: changes } });
    }
    return { ended: changes };
  },
});
