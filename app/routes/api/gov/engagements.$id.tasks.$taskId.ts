import { deleteEngagementTask } from "~/domain/engagement/delete-task.server";
import { updateEngagementTask } from "~/domain/engagement/update-task.server";
import { changed, deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  PATCH: endpoint(updateEngagementTask, {
    summary: "Change a follow-up task, or mark it done",
    description:
      "Fields that you leave out keep their values. `done` marks the task done, or open again. Its owner may send only `done` for an engagement of another command.",
    data: changed,
  }),
  DELETE: endpoint(deleteEngagementTask, { summary: "Delete a follow-up task", data: deleted }),
});
