import { listPublishedAnnouncements } from "~/domain/announcement/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ GET: endpoint(listPublishedAnnouncements) });
