import { eq } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#db/open";
import { user } from "#db/schema";
import { defineOperation, defineQuery } from "~/operations/operation.server";
import { preferences } from "./responses";

const preferencesOf = (db: Database, userId: string) => ({
  singleKeyShortcuts:
    db.select({ isOn: user.singleKeyShortcuts }).from(user).where(eq(user.id, userId)).get()?.isOn ?? true,
});

/** The caller's own preferences. Only government's pages have some. */
export const ownPreferences = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run: ({ db, actor }) => preferencesOf(db, actor.id),
});

export const updatePreferences = defineOperation({
  gate: "gov read",
  input: preferences,
  events: ["preferences_updated"],
  run({ db, actor, audit }, { singleKeyShortcuts }) {
    const before = preferencesOf(db, actor.id);
    db.update(user).set({ singleKeyShortcuts }).where(eq(user.id, actor.id)).run();
    const after = preferencesOf(db, actor.id);
    audit("preferences_updated", { targetType: "user", targetId: actor.id, details: { before, after } });
    return after;
  },
});
