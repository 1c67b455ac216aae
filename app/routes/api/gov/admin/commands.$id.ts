import { deleteCommand } from "~/domain/command/delete.server";
import { commandRecord } from "~/domain/command/queries.server";
import { command, commandWithRelations } from "~/domain/command/responses";
import { updateCommand } from "~/domain/command/update.server";
import { deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(commandRecord, {
    summary: "Get a command with its parents, children and users",
    data: commandWithRelations,
  }),
  PATCH: endpoint(updateCommand, {
    summary: "Change a command's details",
    description:
      "Fields you leave out keep their values. To change the parent, use `/api/gov/admin/commands/{id}/parent`.",
    data: command,
  }),
  DELETE: endpoint(deleteCommand, {
    summary: "Delete a command",
    description: "Returns 409 if the command still has child commands, users or engagements.",
    data: deleted,
  }),
});
