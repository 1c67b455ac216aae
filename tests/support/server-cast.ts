import { type Database, migrateDatabase } from "#db/open";
import { installationSecret } from "~/secrets/installation-secret.server";
import { createPasswords } from "~/secrets/passwords.server";
import { idOf, insertCast, PASSWORD, PEOPLE, type PersonKey } from "./cast";
import { openSession } from "./sessions";

const INSTALL_KEY_BYTES = 32;
/** Passwords of tests are hashed cheaply; the server reads how dearly from the hash. */
const CHEAP = 4;

/** The hash of the cast's password, as the server of this database will check it. */
export function hashForServer(db: Database, cost = CHEAP): Promise<string> {
  return createPasswords(installationSecret(db, "password", INSTALL_KEY_BYTES), 2, cost).hash(PASSWORD);
}

/** Migrates a server's database and writes the cast into it. @returns the token of a session of each. */
export async function insertServerCast(db: Database): Promise<Record<PersonKey, string>> {
  migrateDatabase(db);
  insertCast(db, await hashForServer(db));
  return Object.fromEntries(PEOPLE.map((person) => [person, openSession(db, idOf(person))])) as Record<
    PersonKey,
    string
  >;
}
