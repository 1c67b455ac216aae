import { addEngagementNote } from "~/domain/engagement/add-note.server";
import { created } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(addEngagementNote, { summary: "Add a note to an engagement", status: 201, data: created }),
});
