import { deleteCommand } from "~/domain/command/delete.server";
import { commandRecord } from "~/domain/command/queries.server";
import { command, commandWithRelations } from "~/domain/command/responses";
import { updateCommand } from "~/domain/command/update.server";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(commandRecord, {
    summary: "Read a command with what stands above it, below it and in it",
    data: commandWithRelations,
  }),
  PATCH: endpoint(updateCommand, {
    summary: "Change what a command is called and says of itself",
    description: "What is not sent stays. Where it stands is changed at `/api/gov/admin/commands/{id}/parent`.",
    data: command,
  }),
  DELETE: endpoint(deleteCommand, {
    summary: "Delete a command",
    description: "Refused with 409 while commands, users or engagements belong to it.",
    data: deleted,
  }),
});
