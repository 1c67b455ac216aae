import { addEngagementNote } from "~/domain/engagement/add-note.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ POST: endpoint(addEngagementNote, { status: 201 }) });
