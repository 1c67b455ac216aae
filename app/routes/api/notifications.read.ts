import { markRead } from "~/domain/notification/mark-read.server";
import { markedRead } from "~/domain/notification/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(markRead, {
    summary: "Mark one of one's own notifications read, or all of them",
    description: "An id that names none of one's own, or one that is read already, updates nothing.",
    data: markedRead,
  }),
});
