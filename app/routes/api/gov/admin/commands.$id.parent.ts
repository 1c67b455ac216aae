import { reparentCommand } from "~/domain/command/reparent.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ PATCH: endpoint(reparentCommand) });
