import { addEngagementTask } from "~/domain/engagement/add-task.server";
import { created } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(addEngagementTask, {
    summary: "Add a follow-up task to an engagement",
    description: "The service notifies its owner.",
    status: 201,
    data: created,
  }),
});
