import { and, eq, ne, or } from "drizzle-orm";
import type { Database } from "#db/open";
import { command } from "#db/schema";
import { takenFields } from "~/values/errors";
import { comparisonKey } from "~/values/text";

interface Names {
  name: string;
  abbreviation: string;
}

/** The columns that decide whether two commands have the same name or abbreviation. */
export function nameKeysOf({ name, abbreviation }: Names): { nameKey: string; abbreviationKey: string } {
  return { nameKey: comparisonKey(name), abbreviationKey: comparisonKey(abbreviation) };
}

/**
 * Refuses a name or an abbreviation that another command has, in any case. Call it under the write lock.
 * @param ownId the command that has them now, if it exists
 * @throws DomainError conflict, naming each field
 */
export function refuseTakenNames(db: Database, names: Names, ownId = ""): void {
  const { nameKey, abbreviationKey } = nameKeysOf(names);
  const others = db
    .select({ nameKey: command.nameKey, abbreviationKey: command.abbreviationKey })
    .from(command)
    .where(and(ne(command.id, ownId), or(eq(command.nameKey, nameKey), eq(command.abbreviationKey, abbreviationKey))))
    .all();
  if (others.length === 0) return;
  const taken: Record<string, string> = {};
  if (others.some((other) => other.nameKey === nameKey)) taken.name = messageFor("name");
  if (others.some((other) => other.abbreviationKey === abbreviationKey)) {
    taken.abbreviation = messageFor("abbreviation");
  }
  throw takenFields(taken);
}

const messageFor = (field: string) => `A command with this ${field} already exists`;
