import { created } from "~/domain/answers";
import { addEngagementNote } from "~/domain/engagement/add-note.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  POST: endpoint(addEngagementNote, { summary: "Add a note to an engagement", status: 201, data: created }),
});
