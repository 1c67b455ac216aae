import { createCall } from "~/domain/call/create.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ POST: endpoint(createCall, { status: 201 }) });
