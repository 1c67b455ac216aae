import { eq } from "drizzle-orm";
import { command } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { DomainError } from "~/values/errors";
import { recordSchema } from "~/values/text";
import { countsOf, findCommand } from "./queries.server";
import { whyNotDeletable } from "./rules";

/** Deletes a command that nothing belongs to. */
export const deleteCommand = defineOperation({
  gate: "system admin",
  input: recordSchema,
  refuses: { conflict: "other commands, users or engagements belong to it" },
  events: ["command_deleted"],

  run({ db, audit }, { id }) {
    const { id: _id, ...before } = findCommand(db, id);
    const obstacle = whyNotDeletable(countsOf(db, id));
    if (obstacle) throw new DomainError("conflict", obstacle);
    db.delete(command).where(eq(command.id, id)).run();
    audit("command_deleted", { targetType: "command", targetId: id, details: { before } });
    return { id };
  },
});
