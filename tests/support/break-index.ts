import type { Portal } from "./portal";

/** Damages a database so that copying it fails: moves a unique index to a column with duplicates. */
export function breakIndex({ db: { $client } }: Portal): void {
  $client.unsafeMode(true);
  $client.exec(`
    PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(sql, '\`email\`', '\`role\`') WHERE name = 'user_email';
    PRAGMA writable_schema = OFF`);
  $client.unsafeMode(false);
}
