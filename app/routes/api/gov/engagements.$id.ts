import { deleteEngagement } from "~/domain/engagement/delete.server";
import { engagementRecord } from "~/domain/engagement/queries.server";
import { engagementWithNotes } from "~/domain/engagement/responses";
import { updateEngagement } from "~/domain/engagement/update.server";
import { changed, deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(engagementRecord, {
    summary: "Get an engagement with its tasks, notes and files",
    data: engagementWithNotes,
  }),
  PATCH: endpoint(updateEngagement, {
    summary: "Change an engagement",
    description:
      "Send the required fields every time. The other fields keep their values if you leave them out, except the participants: `organizationIds` and `otherOrganization` together replace them. `attendeeIds` replaces the government users who take part. The primary organization stays the same if it is still one of them. To move the engagement to another command, you need access to both commands.",
    data: changed,
  }),
  DELETE: endpoint(deleteEngagement, {
    summary: "Delete an engagement with its tasks, notes and files",
    data: deleted,
  }),
});
