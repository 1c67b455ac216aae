import { command } from "#db/schema";
import { DomainError, invalidField } from "../../errors";
import { defineOperation } from "../operation.server";
import { comparisonKey } from "../text";
import { newCommandSchema } from "./schema";

/** Adds a command to the hierarchy. Names and abbreviations are unique without regard to case. */
export const createCommand = defineOperation({
  gate: "system admin",
  input: newCommandSchema,
  events: ["command_created"],

  run({ db, newId, now, audit }, { parentId = null, location = null, mission = null, ...input }) {
    const nameKey = comparisonKey(input.name);
    const abbreviationKey = comparisonKey(input.abbreviation);
    const same = db.query.command
      .findFirst({
        columns: { nameKey: true },
        where: (row, { eq, or }) => or(eq(row.nameKey, nameKey), eq(row.abbreviationKey, abbreviationKey)),
      })
      .sync();
    if (same) {
      const field = same.nameKey === nameKey ? "name" : "abbreviation";
      const message = `A command with this ${field} exists already`;
      throw new DomainError("conflict", message, { fields: { [field]: [message] } });
    }
    if (parentId !== null && !db.query.command.findFirst({ where: (row, { eq }) => eq(row.id, parentId) }).sync()) {
      throw invalidField("parentId", "names no command");
    }
    const id = newId();
    const columns = { ...input, parentId, location, mission };
    const times = { createdAt: now.toISOString(), updatedAt: now.toISOString() };
    db.insert(command)
      .values({ id, ...columns, nameKey, abbreviationKey, ...times })
      .run();
    audit("command_created", { targetType: "command", targetId: id, details: { after: columns } });
    return { id, name: input.name, abbreviation: input.abbreviation };
  },
});
