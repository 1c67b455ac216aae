import { eq } from "drizzle-orm";
import { command } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { nameKeysOf, refuseTakenNames } from "./names.server";
import { findCommand } from "./queries.server";
import { commandChangeSchema } from "./schema";

/** Changes a command's name, abbreviation and description. */
export const updateCommand = defineOperation({
  gate: "system admin",
  input: commandChangeSchema,
  refuses: { conflict: "another command has this name or abbreviation" },
  events: ["command_updated"],

  run({ db, now, audit }, { id, ...input }) {
    const present = findCommand(db, id);
    const changes = changesBetween(present, input);
    if (!changes) return present;
    const changed = { ...present, ...changes.after };
    refuseTakenNames(db, changed, id);
    db.update(command)
      .set({ ...changes.after, ...nameKeysOf(changed), updatedAt: now.toISOString() })
      .where(eq(command.id, id))
      .run();
    audit("command_updated", { targetType: "command", targetId: id, details: changes });
    return changed;
  },
});
