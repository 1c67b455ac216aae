import { createCommand } from "~/domain/command/create.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ POST: endpoint(createCommand, { status: 201 }) });
