import { createCommand } from "~/domain/command/create.server";
import { listCommands } from "~/domain/command/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listCommands),
  POST: endpoint(createCommand, { status: 201 }),
});
