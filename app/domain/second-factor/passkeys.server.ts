import { type Database as Connection, statement } from "#db/open";
import type { Services } from "~/operations/services";
import { hashToken } from "~/operations/session.server";
import { LIMITS } from "~/values/limits";

/* The rows of passkeys, and of the challenges that they sign. */

type Database = Pick<Services, "db">;

/** What its owner sees of a passkey. */
interface OwnPasskey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  isSynced: boolean;
}

export interface Passkey {
  id: string;
  userId: string;
  publicKey: Buffer;
  counter: number;
  transports: string[];
}

const SELECT_OWN = `
  SELECT id, name, created_at AS createdAt, last_used_at AS lastUsedAt, backed_up AS isSynced
  FROM passkey WHERE user_id = ? ORDER BY created_at, id LIMIT ${LIMITS.passkeys}`;

export function passkeysOf({ db }: Database, userId: string): OwnPasskey[] {
  const rows = statement<Omit<OwnPasskey, "isSynced"> & { isSynced: 0 | 1 }>(db, SELECT_OWN).all(userId);
  return rows.map((row) => ({ ...row, isSynced: row.isSynced === 1 }));
}

export function countPasskeys({ db }: Database, userId: string): number {
  const select = "SELECT count(*) AS count FROM passkey WHERE user_id = ?";
  return statement<{ count: number }>(db, select).get(userId)?.count ?? 0;
}

/** The ids of an account's passkeys, so that a browser offers only those or leaves them out. */
export function passkeyIdsOf({ db }: Database, userId: string): { id: string; transports: string[] }[] {
  const select = "SELECT id, transports FROM passkey WHERE user_id = ?";
  const rows = statement<{ id: string; transports: string }>(db, select).all(userId);
  return rows.map(({ id, transports }) => ({ id, transports: transports.split(",").filter(Boolean) }));
}

const SELECT_PASSKEY = `
  SELECT id, user_id AS userId, public_key AS publicKey, counter, transports FROM passkey WHERE id = ?`;

export function findPasskey({ db }: Database, id: string): Passkey | undefined {
  const row = statement<Omit<Passkey, "transports"> & { transports: string }>(db, SELECT_PASSKEY).get(id);
  return row && { ...row, transports: row.transports.split(",").filter(Boolean) };
}

export interface NewPasskey extends Passkey {
  name: string;
  deviceType: string;
  backedUp: boolean;
}

/** @returns false if a passkey with this id exists already */
export function addPasskey({ db }: Database, passkey: NewPasskey, now: Date): boolean {
  const insert = `
    INSERT INTO passkey (id, user_id, public_key, counter, transports, device_type, backed_up, name, created_at)
    VALUES (@id, @userId, @publicKey, @counter, @transports, @deviceType, @backedUp, @name, @now)
    ON CONFLICT DO NOTHING`;
  const { transports, backedUp, ...rest } = passkey;
  const given = { ...rest, transports: transports.join(","), backedUp: backedUp ? 1 : 0, now: now.toISOString() };
  return statement(db, insert).run(given).changes > 0;
}

/** Records that a passkey was used. */
export function touchPasskey(
  { db }: Database,
  { id, counter, backedUp }: { id: string; counter: number; backedUp: boolean },
  now: Date,
): void {
  const update = "UPDATE passkey SET counter = ?, backed_up = ?, last_used_at = ? WHERE id = ?";
  statement(db, update).run(counter, backedUp ? 1 : 0, now.toISOString(), id);
}

const CHALLENGE_BYTES = 32;
const MINUTE = 60_000;

/** A challenge that a browser may have signed. */
export interface Ceremony {
  challenge: string;
  userId: string | null;
  sessionVersion: number | null;
  /** The name of the passkey to add; null to sign in. */
  name: string | null;
}

/** Begins a ceremony for the browser with this token. An earlier one of the same browser ends. */
export function openCeremony(
  { db, randomBytes }: Pick<Services, "db" | "randomBytes">,
  tokenHash: Buffer,
  ceremony: Omit<Ceremony, "challenge">,
  now: Date,
): void {
  const insert = `
    INSERT OR REPLACE INTO passkey_ceremony (token_hash, challenge, user_id, session_version, name, expires_at)
    VALUES (@tokenHash, @challenge, @userId, @sessionVersion, @name, @expiresAt)`;
  statement(db, insert).run({
    ...ceremony,
    tokenHash,
    challenge: randomBytes(CHALLENGE_BYTES).toString("base64url"),
    expiresAt: new Date(now.getTime() + LIMITS.passkeyCeremonyMinutes * MINUTE).toISOString(),
  });
}

const SELECT_CEREMONY = `
  SELECT challenge, user_id AS userId, session_version AS sessionVersion, name
  FROM passkey_ceremony WHERE token_hash = ? AND expires_at > ?`;

export function findCeremony({ db }: Database, tokenHash: Buffer | null, now: Date): Ceremony | undefined {
  return statement<Ceremony>(db, SELECT_CEREMONY).get(tokenHash, now.toISOString());
}

export const ceremonyHash = (token: string): Buffer => hashToken(token);

/** Ends a ceremony, so that its challenge works once. @returns false if it has ended already */
export function closeCeremony({ db }: Database, tokenHash: Buffer | null, { challenge }: Ceremony): boolean {
  const remove = "DELETE FROM passkey_ceremony WHERE token_hash = ? AND challenge = ?";
  return statement(db, remove).run(tokenHash, challenge).changes > 0;
}

/** Deletes ceremonies that nobody can finish any more. */
export function forgetOldCeremonies(db: Connection, now: Date): void {
  statement(db, "DELETE FROM passkey_ceremony WHERE expires_at <= ?").run(now.toISOString());
}
