import { deleteCommand } from "~/domain/command/delete.server";
import { commandRecord } from "~/domain/command/queries.server";
import { updateCommand } from "~/domain/command/update.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(commandRecord),
  PATCH: endpoint(updateCommand),
  DELETE: endpoint(deleteCommand),
});
