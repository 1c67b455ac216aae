import { markRead } from "~/domain/notification/mark-read.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ POST: endpoint(markRead) });
