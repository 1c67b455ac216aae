import { randomBytes } from "node:crypto";
import { type Database, immediateTransaction, statement } from "#db/open";

/** A random key of this installation, of `size` bytes. It is created on first use and kept in the database. */
export function installationSecret(db: Database, name: string, size: number): Buffer {
  const select = statement<{ value: Buffer }>(db, "SELECT value FROM installation_secret WHERE name = ?");
  const kept = select.get(name);
  if (kept) return kept.value;
  return immediateTransaction(db, () => {
    const value = randomBytes(size);
    statement(db, "INSERT INTO installation_secret (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING").run(
      name,
      value,
    );
    // Another process may have inserted its own value first.
    return select.get(name)?.value ?? value;
  });
}
