import { eq } from "drizzle-orm";
import { call } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { DomainError, invalidFields } from "~/values/errors";
import { statusWords } from "~/values/labels";
import { finishDeliveries } from "../../routing/fan-out.server";
import { announceCall, callColumns } from "./publish.server";
import { findCall } from "./queries.server";
import { effectiveStatus, isEditable, releaseFault, transition } from "./rules";
import { callChangeSchema } from "./schema";

/** Moves a call to another status, edits its content, or both at once. */
export const updateCall = defineOperation({
  gate: "publisher",
  input: callChangeSchema,
  refuses: {
    invalid_request:
      "the call cannot change to this status, you can no longer edit it, or `releasesAt` does not match the status",
  },
  events: ["call_status_changed", "call_updated", "call_published"],

  finish: finishDeliveries,

  run(context, { id, status, releasesAt: sentRelease, ...content }) {
    const { db, now, audit } = context;
    const present = findCall(db, id);

    const from = effectiveStatus(present, now);
    const move = status === undefined ? null : transition(from, status);
    if (status !== undefined && !move) {
      throw new DomainError(
        "invalid_request",
        `A call that is ${statusWords(from)} cannot become ${statusWords(status)}`,
      );
    }
    const columns = callColumns(content);
    if (isAnythingSent(columns) && !isEditable(present, now)) {
      throw new DomainError("invalid_request", `A call that is ${statusWords(from)} can no longer be edited`);
    }
    const resulting = status ?? from;
    const sent = sentRelease !== undefined && sentRelease !== null;
    const keepsRelease = resulting === "PENDING" && sentRelease === undefined && from === "PENDING";
    const releasesAt = sent ? sentRelease : keepsRelease ? present.releasesAt : null;
    const fault = releaseFault(resulting, releasesAt, sent, now);
    if (fault) throw invalidFields({ releasesAt: [fault] });

    // A released call that nobody changed is still PENDING in its row, because time released it and no write.
    const next = { ...columns, ...(move || sent ? { status: resulting, releasesAt } : {}) };
    const changes = changesBetween(present, next);
    if (!changes) return { id, status: from };
    const updated = db
      .update(call)
      .set({ ...changes.after, updatedAt: now.toISOString() })
      .where(eq(call.id, id))
      .returning()
      .get();

    const target = { targetType: "call", targetId: id };
    if (move) {
      audit("call_status_changed", {
        ...target,
        details: {
          before: { status: from, releasesAt: present.releasesAt },
          after: { status: resulting, releasesAt },
        },
      });
    }
    const { status: _from, releasesAt: _release, ...edited } = changes.after;
    if (Object.keys(edited).length > 0 || (!move && sent)) audit("call_updated", { ...target, details: changes });
    if (move?.notifies) {
      const notified = announceCall(context, updated, now);
      audit("call_published", { ...target, details: { title: updated.title, notified } });
    }
    return { id, status: resulting };
  },
});

function isAnythingSent(columns: object): boolean {
  return Object.values(columns).some((value) => value !== undefined);
}
