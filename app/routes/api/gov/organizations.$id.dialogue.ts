import { addDialogueNote } from "~/domain/organization/add-dialogue-note.server";
import { listDialogueNotes } from "~/domain/organization/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listDialogueNotes),
  POST: endpoint(addDialogueNote, { status: 201 }),
});
