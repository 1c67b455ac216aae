import { eq } from "drizzle-orm";
import { organization, organizationDialogueNote } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { findOrganization } from "./queries.server";
import { newDialogueNoteSchema } from "./schema";

/** Adds a note about an organization that only government reads. The audit log has the note's id, not its text. */
export const addDialogueNote = defineOperation({
  gate: "gov write",
  input: newDialogueNoteSchema,
  events: ["organization_dialogue_created"],

  run({ db, actor, newId, now, audit }, { id: organizationId, body }) {
    findOrganization(db, organizationId);
    const id = newId();
    db.insert(organizationDialogueNote)
      .values({ id, organizationId, authorId: actor.id, body, createdAt: now.toISOString() })
      .run();
    // Government's view of the record has changed, so `updatedSince` must find it.
    db.update(organization).set({ updatedAt: now.toISOString() }).where(eq(organization.id, organizationId)).run();
    audit("organization_dialogue_created", {
      targetType: "organization",
      targetId: organizationId,
      organizationId,
      details: { after: { noteId: id } },
    });
    return { id };
  },
});
