import { eq } from "drizzle-orm";
import { presetTag } from "#db/schema";
import { defineOperation } from "~/operations/operation.server";
import { takenFields } from "~/values/errors";
import { newPresetTagSchema } from "./schema";

/** Adds a tag to those that tag fields suggest. */
export const createPresetTag = defineOperation({
  gate: "system admin",
  input: newPresetTagSchema,
  refuses: { conflict: "the label already exists" },
  events: ["preset_tag_created"],

  run({ db, actor, newId, now, audit }, { label }) {
    if (db.select({ id: presetTag.id }).from(presetTag).where(eq(presetTag.label, label)).get()) {
      throw takenFields({ label: "This tag already exists" });
    }
    const id = newId();
    const createdAt = now.toISOString();
    db.insert(presetTag).values({ id, label, createdBy: actor.id, createdAt }).run();
    audit("preset_tag_created", { targetType: "preset_tag", targetId: id, details: { after: { label } } });
    return { id, label, createdAt };
  },
});
