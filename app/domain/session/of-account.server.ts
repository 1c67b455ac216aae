import * as z from "zod";
import { statement } from "#db/open";
import { defineOperation, defineQuery } from "~/operations/operation.server";
import { endSessionsOf } from "~/operations/session.server";
import { notFound } from "~/values/errors";
import { identifier, recordSchema } from "~/values/text";
import { administeredAccount } from "../account-administration/administered.server";
import { openSessionsOf } from "./queries.server";

/** Where someone else is signed in. */
export const sessionsOfAccount = defineQuery({
  gate: "account administration",
  input: recordSchema,
  run: (context, { id }) => openSessionsOf(context, administeredAccount(context, id).id),
});

/** Ends one session of someone else's account. */
export const endSessionOfAccount = defineOperation({
  gate: "account administration",
  input: recordSchema.extend({ sessionId: identifier() }),
  events: ["account_sessions_ended"],
  run(context, { id, sessionId }) {
    const { db, audit } = context;
    const { organizationId } = administeredAccount(context, id);
    const { changes } = statement(db, "DELETE FROM session WHERE id = ? AND user_id = ?").run(sessionId, id);
    if (changes === 0) throw notFound();
    audit("account_sessions_ended", {
      ...{ targetType: "user", targetId: id, organizationId },
      details: { ended: changes, sessionId },
    });
    return { ended: changes };
  },
});

/** Ends every session of someone else's account, with half-finished sign-ins and links to set its password. */
export const endSessionsOfAccount = defineOperation({
  gate: "account administration",
  input: z.object({ id: z.string() }),
  events: ["account_sessions_ended"],
  run(context, { id }) {
    const { db, audit } = context;
    const { organizationId } = administeredAccount(context, id);
    const count = "SELECT count(*) AS ended FROM session WHERE user_id = ?";
    const ended = statement<{ ended: number }>(db, count).get(id)?.ended ?? 0;
    endSessionsOf(db, id);
    audit("account_sessions_ended", { ...{ targetType: "user", targetId: id, organizationId }, details: { ended } });
    return { ended };
  },
});
