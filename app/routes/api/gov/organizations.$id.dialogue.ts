import { created, pagedChanges } from "~/domain/answers";
import { addDialogueNote } from "~/domain/organization/add-dialogue-note.server";
import { dialogueNote } from "~/domain/organization/answers";
import { listDialogueNotes } from "~/domain/organization/queries.server";
import { api, endpoint } from "~/http/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listDialogueNotes, {
    summary: "List government's notes on an organization, newest first",
    data: pagedChanges(dialogueNote),
  }),
  POST: endpoint(addDialogueNote, {
    summary: "Add a note on an organization",
    description: "Government alone reads it.",
    status: 201,
    data: created,
  }),
});
