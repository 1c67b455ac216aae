import * as z from "zod";
import { type Database, statement } from "#db/open";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";

interface SavedView {
  id: string;
  name: string;
  query: string;
}

const SELECT_OWN = `
  SELECT id, name, query FROM saved_view WHERE user_id = ? ORDER BY name_key LIMIT ${LIMITS.savedViews}`;

/** GET /api/gov/saved-views: the caller's own, by name. */
export const listSavedViews = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run: ({ db, actor }) => ({ items: savedViewsOf(db, actor.id) }),
});

const savedViewsOf = (db: Database, userId: string) => statement<SavedView>(db, SELECT_OWN).all(userId);
