import { addDialogueNote } from "~/domain/organization/add-dialogue-note.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({ POST: endpoint(addDialogueNote, { status: 201 }) });
