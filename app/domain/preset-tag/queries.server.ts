import { asc } from "drizzle-orm";
import { z } from "zod";
import { statement } from "#db/open";
import { presetTag } from "#db/schema";
import { LIMITS } from "../../limits";
import { defineQuery } from "../operation.server";

const SELECT_LABELS = `SELECT label FROM preset_tag ORDER BY label LIMIT ${LIMITS.unpagedRows}`;

/** The labels that every page offers where tags are typed; typing another one is always allowed. */
export const presetTagLabels = defineQuery({
  gate: "public",
  input: z.object({}),
  run: ({ db }) =>
    statement<{ label: string }>(db, SELECT_LABELS)
      .all()
      .map(({ label }) => label),
});

/** GET /api/gov/admin/tags: every preset tag, by label. */
export const listPresetTags = defineQuery({
  gate: "system admin",
  input: z.object({}),
  run: ({ db }) =>
    db
      .select({ id: presetTag.id, label: presetTag.label, createdAt: presetTag.createdAt })
      .from(presetTag)
      .orderBy(asc(presetTag.label))
      .limit(LIMITS.administrationRows)
      .all(),
});
