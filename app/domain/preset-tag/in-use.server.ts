import * as z from "zod";
import { type Database, statement } from "#db/open";
import { keptUntilWritten } from "#db/watch";
import { defineQuery } from "~/operations/operation.server";
import { counted } from "~/values/format";
import { LIMITS } from "~/values/limits";
import { type PresetTag, tagsOf } from "~/values/tags";
import { listFollowers } from "../../routing/route-submission.server";
import { sameTagsIn } from "../../routing/tag-groups.server";
import { TAKES_SUBMISSIONS } from "../call/effective-status.server";
import { readLabels } from "./queries.server";

const SELECT_TAGS_OF_OPEN_CALLS = `
  SELECT tech_tags AS techTags FROM call INDEXED BY call_taking_order
  WHERE ${TAKES_SUBMISSIONS} AND tech_tags <> '' LIMIT ${LIMITS.unpagedRows}`;

/** The preset tags, each with the number of open calls that ask for it. Anyone can count those. */
export const presetTagsWithCalls = defineQuery({
  gate: "public",
  input: z.object({}),
  run({ db, now }) {
    const calls = statement<{ techTags: string }>(db, SELECT_TAGS_OF_OPEN_CALLS).all({ now: now.toISOString() });
    return withUse(
      db,
      calls.map(({ techTags }) => tagsOf(techTags)),
      (count) => counted(count, "open call"),
    );
  },
});

/** The preset tags, each with the number of government users to whom it routes submissions. */
export const presetTagsWithFollowers = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run: ({ db }) => tagsWithFollowers(db),
});

/** The same, kept: the list and the page of submissions show it, and reading what 2,000 people follow takes 8 ms. */
export const tagsWithFollowers = keptUntilWritten(["notification_setting", "user", "preset_tag"], (db) => {
  const withSameTags = sameTagsIn(db);
  const uses = listFollowers(db).map(({ interests }) => withSameTags(interests));
  return withUse(db, uses, (count) => counted(count, "follower"));
});

/** @param uses the tags of each record that counts */
function withUse(db: Database, uses: readonly (readonly string[])[], words: (count: number) => string): PresetTag[] {
  const counts = new Map<string, number>();
  for (const tag of uses.flat()) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return readLabels(db).map((tag) => {
    const count = counts.get(tag.label);
    return count === undefined ? tag : { ...tag, use: words(count) };
  });
}
