import { presetTag } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { newPresetTagSchema } from "./schema";
import { refuseTakenNames } from "./taken.server";

/** Adds a tag to those that tag fields suggest. */
export const createPresetTag = defineOperation({
  gate: "system admin",
  input: newPresetTagSchema,
  refuses: { conflict: "the label or another name already exists" },
  events: ["preset_tag_created"],

  run({ db, actor, newId, now, audit }, { label, aliases = "" }) {
    const id = newId();
    refuseTakenNames(db, { id, label, aliases });
    const createdAt = now.toISOString();
    db.insert(presetTag).values({ id, label, aliases, createdBy: actor.id, createdAt }).run();
    const after = aliases === "" ? { label } : { label, aliases };
    audit("preset_tag_created", { targetType: "preset_tag", targetId: id, details: { after } });
    return { id, label, aliases, createdAt };
  },
});
