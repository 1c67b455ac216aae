import { unreadCount } from "~/domain/notification/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(unreadCount) });
