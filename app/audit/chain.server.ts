import { createHash } from "node:crypto";
import { type Database, statement } from "#db/open";
import { writtenOut } from "../characters";
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

/** SHA-256 in hexadecimal over the row's columns but the hash, in the fixed order above, as a JSON array. */
function hashOf(row: Omit<AuditRow, "hash">): string {
  return createHash("sha256")
    .update(JSON.stringify(COLUMNS.map((name) => row[name])))
    .digest("hex");
}

const SELECT_LAST = "SELECT seq, hash FROM audit_event ORDER BY seq DESC LIMIT 1";
const INSERT = `INSERT INTO audit_event (${[...COLUMNS, "hash"].map(columnName).join(", ")})
  VALUES (${[...COLUMNS, "hash"].map((name) => `@${name}`).join(", ")})`;

/** The number and the hash of the chain's last row; null where it has none. */
export const lastAuditRow = (db: Database): Pick<AuditRow, "seq" | "hash"> | null =>
  statement<Pick<AuditRow, "seq" | "hash">>(db, SELECT_LAST).get() ?? null;

/** Anybody may claim any email, so a character in it that would change how the log reads is written out. */
const readable = (claimed: string | undefined) => (claimed ? writtenOut(claimed) : null);

/**
 * Appends one row to the chain. Must run inside the write transaction of what it tells of: the last hash is read and
 * the next one written under the same lock.
 */
export function appendAudit(db: Database, origin: AuditOrigin, event: AuditEventName, record: AuditRecord = {}): void {
  const last = lastAuditRow(db);
  const row: Omit<AuditRow, "hash"> = {
    seq: (last?.seq ?? 0) + 1,
    id: origin.id,
    createdAt: origin.at,
    event,
    outcome: outcomeOf(event),
    actorId: origin.actor?.id ?? null,
    actorEmail: origin.actor?.email ?? readable(origin.claimedEmail),
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

/** The number of a row, and the beginning of its hash: which no other history has. */
export interface ChainMark {
  seq: number;
  hash: string;
}

const MARK_DIGITS = 16;
const SELECT_MARKED = `SELECT 1 FROM audit_event WHERE seq = @seq AND substr(hash, 1, ${MARK_DIGITS}) = @hash`;

/** The mark of the chain's last row; of an empty one, that of the beginning. */
export function chainMark(db: Database): ChainMark {
  const { seq, hash } = lastAuditRow(db) ?? { seq: 0, hash: GENESIS };
  return { seq, hash: hash.slice(0, MARK_DIGITS) };
}

/** Whether the chain goes on from where it was marked: that of a backup taken before, or of another ledger, does not. */
export function continuesFrom(db: Database, mark: ChainMark): boolean {
  return mark.seq === 0 || statement(db, SELECT_MARKED).get(mark) !== undefined;
}

/**
 * What is wrong with a row: its content is not what its hash was made of; there is no row of the number before; or it
 * continues a row that has another after it, or one that is not there.
 */
export type ChainFault = "altered" | "missing before" | "forked" | "another before";

/** The first row of the chain that does not hold. */
export interface BrokenRow extends Pick<AuditRow, "seq" | "id" | "createdAt" | "event"> {
  fault: ChainFault;
}

export interface ChainReport {
  /** How many rows hold, from the first on. */
  rows: number;
  /** The last of them; null where there is none. */
  last: Pick<AuditRow, "seq" | "createdAt" | "hash"> | null;
  firstBroken: BrokenRow | null;
}

/**
 * Walks the whole chain, row by row, in one read: what is appended meanwhile is not looked at. Rows that were taken
 * from its end, or written anew with all that follow them, leave no trace in it; who noted the number and the hash of a
 * row that was there can tell.
 */
export function verifyAuditChain(db: Database): ChainReport {
  let last: AuditRow | null = null;
  let broken: AuditRow | null = null;
  const rows = db.$client.prepare<[], AuditRow>(`SELECT ${SELECT_COLUMNS} FROM audit_event ORDER BY seq`).iterate();
  for (const row of rows) {
    const { seq = 0, hash = GENESIS }: Partial<AuditRow> = last ?? {};
    if (row.seq !== seq + 1 || row.prevHash !== hash || row.hash !== hashOf(row)) {
      broken = row;
      break;
    }
    last = row;
  }
  return { rows: last?.seq ?? 0, last, firstBroken: broken && { ...broken, fault: faultOf(db, broken, last) } };
}

const SELECT_CONTINUED = "SELECT 1 FROM audit_event WHERE hash = ? AND seq < ?";

function faultOf(db: Database, row: AuditRow, last: AuditRow | null): ChainFault {
  if (row.hash !== hashOf(row)) return "altered";
  if (row.seq > (last?.seq ?? 0) + 1) return "missing before";
  const isContinued =
    row.prevHash === GENESIS || db.$client.prepare(SELECT_CONTINUED).get(row.prevHash, row.seq) !== undefined;
  return isContinued ? "forked" : "another before";
}
