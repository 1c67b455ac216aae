import { eq } from "drizzle-orm";
import { presetTag } from "#db/schema";
import { changesBetween } from "~/operations/changes";
import { defineOperation } from "~/operations/operation.server";
import { findPresetTag } from "./queries.server";
import { presetTagChangeSchema } from "./schema";
import { refuseTakenAliases } from "./taken.server";

/** Changes a tag's other names. */
export const updatePresetTag = defineOperation({
  gate: "system admin",
  input: presetTagChangeSchema,
  refuses: { conflict: "another name already exists" },
  events: ["preset_tag_updated"],

  run({ db, audit }, { id, aliases }) {
    const present = findPresetTag(db, id);
    const changes = changesBetween(present, { aliases });
    if (!changes || aliases === undefined) return present;
    const changed = { ...present, aliases };
    refuseTakenAliases(db, changed);
    db.update(presetTag).set({ aliases }).where(eq(presetTag.id, id)).run();
    audit("preset_tag_updated", { targetType: "preset_tag", targetId: id, details: changes });
    return changed;
  },
});
