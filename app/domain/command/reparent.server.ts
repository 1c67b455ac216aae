import { eq } from "drizzle-orm";
import { command } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { DomainError, invalidField } from "~/values/errors";
import { NO_COMMAND } from "~/values/field-messages";
import { commandExists, findCommand, isBelow } from "./queries.server";
import { commandParentSchema } from "./schema";

/**
 * Moves a command under another one, or to the top level. It reads the current parent under the write lock, so that the
 * audit log has the one that was replaced. If another move comes first and makes this one a cycle, it is refused like
 * any cycle.
 */
export const reparentCommand = defineOperation({
  gate: "system admin",
  input: commandParentSchema,
  refuses: {
    invalid_request: "the new parent is the command itself or a command below it",
    not_found: "`parentId` does not exist",
    conflict: "the database is busy; try again",
  },
  events: ["command_reparented"],
  conflictWhenLocked: true,

  run({ db, now, audit }, { id, parentId }) {
    const present = findCommand(db, id);
    if (parentId !== null) {
      if (parentId === id) throw invalidField("parentId", "not_allowed", "Choose a command other than this one");
      if (!commandExists(db, parentId)) {
        throw new DomainError("not_found", undefined, {
          fields: { parentId: [{ code: "not_found", message: NO_COMMAND }] },
        });
      }
      if (isBelow(db, parentId, id))
        throw invalidField("parentId", "not_allowed", "Choose a command that is not below this one");
    }
    if (parentId === present.parentId) return present;
    db.update(command).set({ parentId, updatedAt: now.toISOString() }).where(eq(command.id, id)).run();
    audit("command_reparented", {
      targetType: "command",
      targetId: id,
      details: { before: { parentId: present.parentId }, after: { parentId } },
    });
    return { ...present, parentId };
  },
});
