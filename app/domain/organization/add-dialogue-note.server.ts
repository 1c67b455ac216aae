import { eq } from "drizzle-orm";
import { organization, organizationDialogueNote } from "#db/schema";
import { notFound } from "../../errors";
import { defineOperation } from "../operation.server";
import { dialogueNoteSchema } from "./schema";

/** Writes a note about an organization that government alone reads. The audit names the note and not its text. */
export const addDialogueNote = defineOperation({
  gate: "gov write",
  input: dialogueNoteSchema,
  events: ["organization_dialogue_created"],

  run({ db, actor, newId, now, audit }, { id: organizationId, body }) {
    const found = db
      .select({ id: organization.id })
      .from(organization)
      .where(eq(organization.id, organizationId))
      .get();
    if (!found) throw notFound();
    const id = newId();
    db.insert(organizationDialogueNote)
      .values({ id, organizationId, authorId: actor.id, body, createdAt: now.toISOString() })
      .run();
    audit("organization_dialogue_created", {
      targetType: "organization",
      targetId: organizationId,
      organizationId,
      details: { noteId: id },
    });
    return { id };
  },
});
