import { eq } from "drizzle-orm";
import { presetTag } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { recordSchema } from "~/values/text";

const FORMER_VALUES = { label: presetTag.label, aliases: presetTag.aliases };

/** Removes a tag from those that tag fields suggest. Records keep it. */
export const deletePresetTag = defineOperation({
  gate: "system admin",
  input: recordSchema,
  events: ["preset_tag_deleted"],

  run({ db, audit }, { id }) {
    const deleted = db.delete(presetTag).where(eq(presetTag.id, id)).returning(FORMER_VALUES).get();
    if (!deleted) throw notFound();
    const before = deleted.aliases === "" ? { label: deleted.label } : deleted;
    audit("preset_tag_deleted", { targetType: "preset_tag", targetId: id, details: { before } });
    return { id };
  },
});
