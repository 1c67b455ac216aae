import { asc, eq } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "#db/open";
import { command } from "#db/schema";
import { defineQuery } from "~/operations/operation.server";
import { LIMITS } from "~/values/limits";

/** The commands that a form offers, by name. */
export function commandsByName(db: Database, onlyId?: string) {
  const { id, name, nameKey, abbreviation } = command;
  return db
    .select({ id, name, abbreviation })
    .from(command)
    .where(onlyId === undefined ? undefined : eq(id, onlyId))
    .orderBy(asc(nameKey))
    .limit(LIMITS.unpagedRows)
    .all();
}

export const commandChoices = defineQuery({
  gate: "gov read",
  input: z.object({}),
  run: ({ db }) => commandsByName(db),
});
