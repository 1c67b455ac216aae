import { markRead } from "~/domain/notification/mark-read.server";
import { markedRead } from "~/domain/notification/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(markRead, {
    summary: "Mark one or all of your notifications read",
    description: "An id that is not yours, or that you already read, changes nothing.",
    data: markedRead,
  }),
});
