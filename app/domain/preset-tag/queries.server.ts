import { asc, type SQL } from "drizzle-orm";
import { z } from "zod";
import { type Database, statement } from "#db/open";
import { presetTag } from "#db/schema";
import type { ListInPieces } from "~/lists/list-in-pieces";
import { contains, orderedBy, readPage } from "~/lists/listing.server";
import { type Changes, changesOnly } from "~/lists/paging";
import { readWholeList } from "~/lists/read-list.server";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";
import type { PresetTag } from "~/values/tags";
import { presetTagListSchema } from "./schema";

const SELECT_LABELS = `SELECT label FROM preset_tag ORDER BY label LIMIT ${LIMITS.unpagedRows}`;

export const readLabels = (db: Database) =>
  statement<{ label: string }>(db, SELECT_LABELS)
    .all()
    .map(({ label }) => label);

/** The tags that filters suggest. People may always type another one. */
export const presetTags = defineQuery({
  gate: "public",
  input: z.object({}),
  run: ({ db }): PresetTag[] => readLabels(db).map((label) => ({ label })),
});

/** GET /api/gov/admin/tags: every preset tag, by label. */
export const listPresetTags = defineQuery({
  gate: "system admin",
  input: z.object(changesOnly),
  run: ({ db }, requested): ListInPieces<PresetTagItem> | Changes<PresetTagItem> =>
    readWholeList(db, requested, EVERY_TAG, readPresetTags),
});

const byLabel = asc(presetTag.label);
const EVERY_TAG = {
  type: "preset_tag",
  id: presetTag.id,
  where: undefined,
  order: [byLabel],
} as const;

const readPresetTags = (db: Database, where: SQL | undefined) =>
  db
    .select({ id: presetTag.id, label: presetTag.label, createdAt: presetTag.createdAt })
    .from(presetTag)
    .where(where)
    .orderBy(byLabel)
    .all();
type PresetTagItem = ReturnType<typeof readPresetTags>[number];

const SORT_COLUMNS = { label: presetTag.label, createdAt: presetTag.createdAt } as const;

/** The same for their page: in pages, with filters. */
export const browsePresetTags = defineQuery({
  gate: "system admin",
  input: presetTagListSchema,
  run({ db }, { q, sort, ...size }) {
    const { id, label, createdAt } = presetTag;
    const where = q ? contains(label, q) : undefined;
    const order = orderedBy(sort.by, SORT_COLUMNS, id);
    return readPage(db, size, { key: id, where, order }, (onPage) =>
      db
        .select({ id, label, createdAt })
        .from(presetTag)
        .where(onPage)
        .orderBy(...order)
        .all(),
    );
  },
});
