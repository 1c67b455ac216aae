import * as z from "zod";
import { statement } from "#db/open";
import { defineOperation } from "~/operations/operation.server";
import { endOtherSessionsOf } from "~/operations/session.server";

const COUNT_OTHERS = "SELECT count(*) AS ended FROM session WHERE user_id = ? AND token_hash IS NOT ?";

/** Ends every session of the caller except the current one, with half-finished sign-ins and links to set the password. */
export const endOtherSessions = defineOperation({
  gate: "signed in",
  input: z.object({}),
  events: ["sign_out"],
  run({ db, actor, caller, audit }) {
    const ended = statement<{ ended: number }>(db, COUNT_OTHERS).get(actor.id, caller.sessionHash)?.ended ?? 0;
    endOtherSessionsOf(db, actor.id, caller.sessionHash);
    if (ended > 0)
      audit("sign_out", { details: { reason: "every other session was ended on the account page", ended } });
    return { ended };
  },
});
