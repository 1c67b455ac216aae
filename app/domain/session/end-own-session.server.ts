import * as z from "zod";
import { statement } from "#db/open";
import { defineOperation } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { identifier } from "~/values/text";

/** Ends one of the caller's sessions, such as one left open on another computer. */
export const endOwnSession = defineOperation({
  gate: "signed in",
  input: z.object({ sessionId: identifier() }),
  events: ["sign_out"],
  run({ db, actor, audit }, { sessionId }) {
    const { changes } = statement(db, "DELETE FROM session WHERE id = ? AND user_id = ?").run(sessionId, actor.id);
    if (changes === 0) throw notFound();
    audit("sign_out", { targetType: "session", targetId: sessionId, details: { reason: "ended on the account page" } });
    return { ended: changes };
  },
});
