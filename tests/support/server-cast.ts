import { type Database, migrateDatabase } from "#db/open";
import { installationSecret } from "~/secrets/installation-secret.server";
import { createPasswords } from "~/secrets/passwords.server";
import { idOf, insertCast, PASSWORD, PEOPLE, type PersonKey } from "./cast";
import { openSession } from "./sessions";

const INSTALL_KEY_BYTES = 32;
/** A low bcrypt cost, to save time. The server reads the cost from the hash. */
const LOW_COST = 4;

/** The hash of the cast's password, for a server on this database. */
export function hashForServer(db: Database, cost = LOW_COST): Promise<string> {
  return createPasswords(installationSecret(db, "password", INSTALL_KEY_BYTES), 2, cost).hash(PASSWORD);
}

/** Migrates a server's database and inserts the cast. @returns a session token for each person */
export async function insertServerCast(db: Database): Promise<Record<PersonKey, string>> {
  migrateDatabase(db);
  insertCast(db, await hashForServer(db));
  return Object.fromEntries(PEOPLE.map((person) => [person, openSession(db, idOf(person))])) as Record<
    PersonKey,
    string
  >;
}
