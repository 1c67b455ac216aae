import { command } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { nameKeysOf, refuseTakenNames } from "./names.server";
import { refuseMissingCommand } from "./queries.server";
import { newCommandSchema } from "./schema";

/** Adds a command to the hierarchy. Names and abbreviations are unique without regard to case. */
export const createCommand = defineOperation({
  gate: "system admin",
  input: newCommandSchema,
  refuses: {
    invalid_request: "`parentId` does not exist",
    conflict: "another command has this name or abbreviation",
  },
  events: ["command_created"],

  run({ db, newId, now, audit }, { parentId = null, location = null, mission = null, ...input }) {
    refuseTakenNames(db, input);
    refuseMissingCommand(db, parentId, "parentId");
    const id = newId();
    const columns = { ...input, parentId, location, mission };
    const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    db.insert(command)
      .values({ id, ...columns, ...nameKeysOf(input), ...times })
      .run();
    audit("command_created", { targetType: "command", targetId: id, details: { after: columns } });
    return { id, name: input.name, abbreviation: input.abbreviation };
  },
});
