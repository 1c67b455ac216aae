import { createCommand } from "~/domain/command/create.server";
import { listCommands } from "~/domain/command/queries.server";
import { command, namedCommand } from "~/domain/command/responses";
import { listOrChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listCommands, { summary: "List commands by name", data: listOrChanges(command) }),
  POST: endpoint(createCommand, {
    summary: "Create a command",
    description: "Returns 409 if another command has the same name or abbreviation, ignoring case.",
    status: 201,
    data: namedCommand,
  }),
});
