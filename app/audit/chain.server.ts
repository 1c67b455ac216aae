import { createHash } from "node:crypto";
import { type Database, statement } from "#db/open";
import { LIMITS } from "../limits";
import { type AuditEventName, outcomeOf } from "./events";

/** JSON that may stand in `details`: never a password, a token, a hash or file bytes. */
export type AuditDetails = {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
  [key: string]: unknown;
};

/** What an event tells of, as its operation states it. */
export interface AuditRecord {
  targetType?: string;
  targetId?: string;
  organizationId?: string | null;
  details?: AuditDetails;
  path?: string;
  referrer?: string | null;
}

/** Who caused it, as the runner states it. */
export interface AuditOrigin {
  id: string;
  at: string;
  actor: { id: string; email: string; role: string; organizationId: string | null } | null;
  /** The email that was claimed, where nobody is signed in. */
  claimedEmail?: string;
  ip: string;
  userAgent: string | null;
  requestId: string;
}

export interface AuditRow {
  seq: number;
  id: string;
  createdAt: string;
  event: string;
  outcome: string;
  actorId: string | null;
  actorEmail: string | null;
  actorRole: string | null;
  organizationId: string | null;
  targetType: string | null;
  targetId: string | null;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
  path: string | null;
  referrer: string | null;
  details: string | null;
  prevHash: string;
  hash: string;
}

/** What the first row is chained to. */
const GENESIS = "0".repeat(64);

const COLUMNS = [
  "seq",
  "id",
  "createdAt",
  "event",
  "outcome",
  "actorId",
  "actorEmail",
  "actorRole",
  "organizationId",
  "targetType",
  "targetId",
  "ip",
  "userAgent",
  "requestId",
  "path",
  "referrer",
  "details",
  "prevHash",
] as const satisfies readonly (keyof AuditRow)[];

const columnName = (property: string) => property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const SELECT_COLUMNS = [...COLUMNS, "hash"].map((name) => `${columnName(name)} AS ${name}`).join(", ");

/** SHA-256 in hexadecimal over the row's columns, in the fixed order above, as a JSON array. */
function hashOf(row: Omit<AuditRow, "hash">): string {
  return createHash("sha256")
    .update(JSON.stringify(COLUMNS.map((name) => row[name])))
    .digest("hex");
}

const SELECT_LAST = "SELECT seq, hash FROM audit_event ORDER BY seq DESC LIMIT 1";
const INSERT = `INSERT INTO audit_event (${[...COLUMNS, "hash"].map(columnName).join(", ")})
  VALUES (${[...COLUMNS, "hash"].map((name) => `@${name}`).join(", ")})`;

/**
 * Appends one row to the chain. Must run inside the write transaction of what it tells of: the last hash is read and
 * the next one written under the same lock.
 */
export function appendAudit(db: Database, origin: AuditOrigin, event: AuditEventName, record: AuditRecord = {}): void {
  const last = statement<Pick<AuditRow, "seq" | "hash">>(db, SELECT_LAST).get();
  const row: Omit<AuditRow, "hash"> = {
    seq: (last?.seq ?? 0) + 1,
    id: origin.id,
    createdAt: origin.at,
    event,
    outcome: outcomeOf(event),
    actorId: origin.actor?.id ?? null,
    actorEmail: origin.actor?.email ?? origin.claimedEmail ?? null,
    actorRole: origin.actor?.role ?? null,
    organizationId: record.organizationId ?? origin.actor?.organizationId ?? null,
    targetType: record.targetType ?? null,
    targetId: record.targetId ?? null,
    ip: origin.ip,
    userAgent: origin.userAgent?.slice(0, LIMITS.userAgentCharacters).toWellFormed() ?? null,
    requestId: origin.requestId,
    path: record.path ?? null,
    referrer: record.referrer ?? null,
    details: record.details ? JSON.stringify(record.details) : null,
    prevHash: last?.hash ?? GENESIS,
  };
  statement(db, INSERT).run({ ...row, hash: hashOf(row) });
}

/**
 * Walks the whole chain, row by row.
 * @returns the number of rows that hold, and the seq of the first that does not (null when all do).
 */
export function verifyAuditChain(db: Database): { rows: number; firstBrokenSeq: number | null } {
  let previous: Pick<AuditRow, "seq" | "hash"> = { seq: 0, hash: GENESIS };
  const rows = db.$client.prepare<[], AuditRow>(`SELECT ${SELECT_COLUMNS} FROM audit_event ORDER BY seq`).iterate();
  for (const row of rows) {
    const { hash, ...content } = row;
    if (row.seq !== previous.seq + 1 || row.prevHash !== previous.hash || hash !== hashOf(content)) {
      return { rows: previous.seq, firstBrokenSeq: row.seq };
    }
    previous = row;
  }
  return { rows: previous.seq, firstBrokenSeq: null };
}
