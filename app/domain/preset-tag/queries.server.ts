import { asc, eq, or, type SQL } from "drizzle-orm";
import * as z from "zod";
import { type Database, statement } from "#db/open";
import { presetTag } from "#db/schema";
import type { ListInPieces } from "~/lists/list-in-pieces";
import { contains, orderedBy, readPage } from "~/lists/listing.server";
import { type Changes, changesOnly } from "~/lists/paging";
import { readWholeList } from "~/lists/read-list.server";
import { defineQuery } from "~/operations/operation.server";
import { notFound } from "~/values/errors";
import { LIMITS } from "~/values/limits";
import { type PresetTag, tagsOf } from "~/values/tags";
import { recordSchema } from "~/values/text";
import { presetTagListSchema } from "./schema";

const SELECT_LABELS = `SELECT label, aliases FROM preset_tag ORDER BY label LIMIT ${LIMITS.unpagedRows}`;

/** The preset tags with their other names, by label. */
export const readLabels = (db: Database): PresetTag[] =>
  statement<{ label: string; aliases: string }>(db, SELECT_LABELS)
    .all()
    .map(({ label, aliases }) => (aliases === "" ? { label } : { label, aliases: tagsOf(aliases) }));

/** The tags that filters suggest. People may always type another one. */
export const presetTags = defineQuery({
  gate: "public",
  input: z.object({}),
  run: ({ db }) => readLabels(db),
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

const COLUMNS = {
  id: presetTag.id,
  label: presetTag.label,
  aliases: presetTag.aliases,
  createdAt: presetTag.createdAt,
} as const;

const readPresetTags = (db: Database, where: SQL | undefined) =>
  db.select(COLUMNS).from(presetTag).where(where).orderBy(byLabel).all();
type PresetTagItem = ReturnType<typeof readPresetTags>[number];

const SORT_COLUMNS = { label: presetTag.label, createdAt: presetTag.createdAt } as const;

/** The same for their page: in pages, with filters. */
export const browsePresetTags = defineQuery({
  gate: "system admin",
  input: presetTagListSchema,
  run({ db }, { q, sort, ...size }) {
    const { id, label, aliases } = presetTag;
    const where = q ? or(contains(label, q), contains(aliases, q)) : undefined;
    const order = orderedBy(sort.by, SORT_COLUMNS, id);
    return readPage(db, size, { key: id, where, order }, (onPage) =>
      db
        .select(COLUMNS)
        .from(presetTag)
        .where(onPage)
        .orderBy(...order)
        .all(),
    );
  },
});

/** One preset tag. */
export function findPresetTag(db: Database, id: string): PresetTagItem {
  const found = db.select(COLUMNS).from(presetTag).where(eq(presetTag.id, id)).get();
  if (!found) throw notFound();
  return found;
}

/** The same for its page. */
export const presetTagRecord = defineQuery({
  gate: "system admin",
  input: recordSchema,
  run: ({ db }, { id }) => findPresetTag(db, id),
});
