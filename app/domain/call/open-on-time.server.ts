import { defineOperation, type WriteContext } from "~/operations/operation.server";
import { invalidField } from "~/values/errors";
import { createCall } from "./create.server";
import { findCall } from "./queries.server";
import { opensPastDeadline } from "./rules";
import { updateCall } from "./update.server";

/*
 * How pages create and change calls: as the API does, except that pages do not open a call after its last day. A
 * program may still publish such a call for the record (docs/contract.md#calls).
 */

/** Creates a call, unless it would open past its deadline. */
export const createCallOnTime = defineOperation({
  ...createCall,
  run(context, input) {
    const created = createCall.run(context, input, undefined);
    if ("id" in created) refuseOpeningLate(context, created.id, "closesAt");
    return created;
  },
});

/** Changes a call, unless it would open past its deadline, now or at its release. */
export const updateCallOnTime = defineOperation({
  ...updateCall,
  run(context, input) {
    const changed = updateCall.run(context, input, undefined);
    const isEdit = input.closesAt !== undefined;
    // An open call stays open past its last day; only opening it then is refused.
    if (input.status === "OPEN" || isEdit || input.releasesAt) {
      refuseOpeningLate(context, input.id, isEdit || !input.releasesAt ? "closesAt" : "releasesAt");
    }
    return changed;
  },
});

/**
 * Checks the call that was just written, in the same transaction.
 * @param field the form's field to change first
 * @throws DomainError invalid_request
 */
function refuseOpeningLate(
  { db, now }: Pick<WriteContext, "db" | "now">,
  id: string,
  field: "closesAt" | "releasesAt",
): void {
  const written = findCall(db, id);
  if (!opensPastDeadline(written, now)) return;
  if (field === "releasesAt") {
    throw invalidField(
      field,
      "out_of_range",
      "This is after the last day. Enter an earlier time, or change the closing date first",
    );
  }
  throw invalidField(
    field,
    "out_of_range",
    written.status === "PENDING"
      ? "The call would open after its last day. Enter a later closing date"
      : "The last day has passed. Change the closing date before you open the call",
  );
}
