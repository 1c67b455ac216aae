import { addDialogueNote } from "~/domain/organization/add-dialogue-note.server";
import { listDialogueNotes } from "~/domain/organization/queries.server";
import { dialogueNote } from "~/domain/organization/responses";
import { created, pagedChanges } from "~/values/responses";
import { api, endpoint } from "~/web/api/api.server";

export const { loader, action, endpoints } = api({
  GET: endpoint(listDialogueNotes, {
    summary: "List the government's notes on an organization, newest first",
    data: pagedChanges(dialogueNote),
  }),
  POST: endpoint(addDialogueNote, {
    summary: "Add a note to an organization",
    description: "Only government users can read it.",
    status: 201,
    data: created,
  }),
});
