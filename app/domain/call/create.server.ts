import { call } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { invalidFields } from "~/values/errors";
import { finishDeliveries } from "../../routing/fan-out.server";
import { announceCall, callColumns } from "./publish.server";
import { releaseFault } from "./rules";
import { newCallSchema } from "./schema";

/** Creates a call: a draft, scheduled, or open immediately. */
export const createCall = defineOperation({
  gate: "publisher",
  input: newCallSchema,
  refuses: { invalid_request: "`releasesAt` does not match the status" },
  events: ["call_created", "call_published"],

  finish: finishDeliveries,

  run(context, { status = "OPEN", releasesAt = null, title, description, ...content }) {
    const { db, actor, now, newId, audit } = context;
    const fault = releaseFault(status, releasesAt, releasesAt !== null, now);
    if (fault) throw invalidFields({ releasesAt: [fault] });
    const columns = { title, description, ...callColumns(content), status, releasesAt };
    const created = db
      .insert(call)
      .values({
        ...columns,
        id: newId(),
        authorId: actor.id,
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .returning()
      .get();
    const target = { targetType: "call", targetId: created.id };
    audit("call_created", { ...target, details: { after: columns } });
    if (status === "OPEN") {
      const notified = announceCall(context, created, now);
      audit("call_published", { ...target, details: { title, notified } });
    }
    return { id: created.id };
  },
});
