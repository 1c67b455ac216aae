import { deleteEngagement } from "~/domain/engagement/delete.server";
import { engagementRecord } from "~/domain/engagement/queries.server";
import { engagementWithNotes } from "~/domain/engagement/responses";
import { updateEngagement } from "~/domain/engagement/update.server";
import { changed, deleted } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(engagementRecord, {
    summary: "Read an engagement with its notes and files",
    data: engagementWithNotes,
  }),
  PATCH: endpoint(updateEngagement, {
    summary: "Change an engagement",
    description:
      "The required fields are sent every time; `location` and `summary` stay when they are not. Who took part is said anew by `organizationIds` and `otherOrganization` together. The primary organization stays where it is still among them. Whoever hands the engagement to another command must reach both.",
    data: changed,
  }),
  DELETE: endpoint(deleteEngagement, {
    summary: "Delete an engagement with its notes and files",
    data: deleted,
  }),
});
