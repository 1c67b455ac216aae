import { statement } from "#db/open";
import type { Services } from "~/operations/services";
import { seal, unseal } from "~/secrets/sealed-text.server";
import { LIMITS } from "~/values/limits";
import { newRecoveryCodes } from "./codes.server";

/* The rows of second factors, of their setups and of recovery codes. */

type Database = Pick<Services, "db">;

/** A key opens only for its owner, so that a row copied to another account is worthless. */
const purposeOf = (userId: string) => `second factor of ${userId}`;

function open(db: Services["db"], userId: string, sealed: string): string {
  const key = unseal(db, purposeOf(userId), sealed);
  if (key === null) throw new Error("A second factor's key was sealed by another installation.");
  return key;
}

interface FactorRow {
  secret: string;
  lastStep: number;
}

/** The key of an account's second factor and the step of its last code; null without one. */
export function findFactor({ db }: Database, userId: string): { key: string; lastStep: number } | null {
  const row = statement<FactorRow>(db, "SELECT secret, last_step AS lastStep FROM second_factor WHERE user_id = ?").get(
    userId,
  );
  return row ? { key: open(db, userId, row.secret), lastStep: row.lastStep } : null;
}

/** When an account's second factor was confirmed; null without one. */
export function factorSince({ db }: Database, userId: string): string | null {
  const select = "SELECT confirmed_at AS since FROM second_factor WHERE user_id = ?";
  return statement<{ since: string }>(db, select).get(userId)?.since ?? null;
}

export function addFactor({ db }: Database, userId: string, key: string, step: number, now: Date): void {
  const insert = "INSERT INTO second_factor (user_id, secret, last_step, confirmed_at) VALUES (?, ?, ?, ?)";
  statement(db, insert).run(userId, seal(db, purposeOf(userId), key), step, now.toISOString());
}

/**
 * Uses up the code of a step, with those of all earlier steps.
 * @returns false if a code of this step or of a later one was used already
 */
export function spendStep({ db }: Database, userId: string, step: number): boolean {
  const update = "UPDATE second_factor SET last_step = @step WHERE user_id = @userId AND last_step < @step";
  return statement(db, update).run({ userId, step }).changes > 0;
}

/** Forgets an account's app. @returns false if it had none */
export function deleteApp({ db }: Database, userId: string): boolean {
  const { changes } = statement(db, "DELETE FROM second_factor WHERE user_id = ?").run(userId);
  forgetUselessCodes({ db }, userId);
  return changes > 0;
}

/** Forgets an account's passkey. @returns its name; null if the account has no such passkey */
export function deletePasskey({ db }: Database, userId: string, id: string): string | null {
  const remove = "DELETE FROM passkey WHERE id = ? AND user_id = ? RETURNING name";
  const name = statement<{ name: string }>(db, remove).get(id, userId)?.name ?? null;
  forgetUselessCodes({ db }, userId);
  return name;
}

/** Forgets every second factor of an account. @returns false if it had none */
export function deleteFactors({ db }: Database, userId: string): boolean {
  const app = statement(db, "DELETE FROM second_factor WHERE user_id = ?").run(userId).changes;
  const passkeys = statement(db, "DELETE FROM passkey WHERE user_id = ?").run(userId).changes;
  forgetUselessCodes({ db }, userId);
  return app + passkeys > 0;
}

/** Recovery codes replace an app or a passkey. Without either, they would be a second factor of their own. */
function forgetUselessCodes({ db }: Database, userId: string): void {
  statement(
    db,
    `DELETE FROM recovery_code WHERE user_id = @userId
       AND NOT EXISTS (SELECT 1 FROM second_factor WHERE user_id = @userId)
       AND NOT EXISTS (SELECT 1 FROM passkey WHERE user_id = @userId)`,
  ).run({ userId });
}

/** Replaces an account's recovery codes. @returns the codes, which are stored nowhere */
export function replaceRecoveryCodes({ db, randomBytes }: Pick<Services, "db" | "randomBytes">, userId: string) {
  const codes = newRecoveryCodes(randomBytes);
  statement(db, "DELETE FROM recovery_code WHERE user_id = ?").run(userId);
  for (const { hash } of codes) {
    statement(db, "INSERT INTO recovery_code (user_id, code_hash) VALUES (?, ?)").run(userId, hash);
  }
  return codes.map(({ text }) => text);
}

/** @returns false if the account has no such code, or it was used */
export function spendRecoveryCode({ db }: Database, userId: string, hash: Buffer, now: Date): boolean {
  const update = "UPDATE recovery_code SET used_at = ? WHERE user_id = ? AND code_hash = ? AND used_at IS NULL";
  return statement(db, update).run(now.toISOString(), userId, hash).changes > 0;
}

export function countRecoveryCodes({ db }: Database, userId: string): number {
  const select = "SELECT count(*) AS left FROM recovery_code WHERE user_id = ? AND used_at IS NULL";
  return statement<{ left: number }>(db, select).get(userId)?.left ?? 0;
}

interface Session {
  userId: string;
  /** SHA-256 of its token. */
  sessionHash: Buffer | null;
}

const SELECT_SETUP = `
  SELECT s.id AS sessionId, p.secret, p.created_at AS createdAt
  FROM session s LEFT JOIN second_factor_setup p ON p.session_id = s.id WHERE s.token_hash = ?`;

/** The key that this session is setting up; null if none, or if the setup was begun too long ago. */
export function findSetup({ db }: Database, { userId, sessionHash }: Session, now: Date): string | null {
  const row = statement<{ secret: string | null; createdAt: string | null }>(db, SELECT_SETUP).get(sessionHash);
  if (!row?.secret || !row.createdAt) return null;
  const since = new Date(now.getTime() - LIMITS.secondFactorSetupMinutes * 60_000).toISOString();
  return row.createdAt > since ? open(db, userId, row.secret) : null;
}

const INSERT_SETUP = `
  INSERT INTO second_factor_setup (session_id, secret, created_at)
  SELECT id, @secret, @now FROM session WHERE token_hash = @sessionHash
  ON CONFLICT (session_id) DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at`;

export function keepSetup({ db }: Database, { userId, sessionHash }: Session, key: string, now: Date): void {
  const secret = seal(db, purposeOf(userId), key);
  statement(db, INSERT_SETUP).run({ sessionHash, secret, now: now.toISOString() });
}

export function deleteSetup({ db }: Database, { sessionHash }: Pick<Session, "sessionHash">): void {
  const remove = "DELETE FROM second_factor_setup WHERE session_id IN (SELECT id FROM session WHERE token_hash = ?)";
  statement(db, remove).run(sessionHash);
}
