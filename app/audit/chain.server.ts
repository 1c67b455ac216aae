import { createHash } from "node:crypto";
import { type Database, statement } from "#db/open";
import { writtenOut } from "~/values/characters";
import { LIMITS } from "~/values/limits";
import { type AuditEventName, outcomeOf } from "./events";

/**
 * Columns whose confidential text a row must not keep, because rows stay when the record is gone: what people wrote about
 * an engagement and its tasks, and the address of its video meeting, which may have a passcode.
 */
const WITHHELD: ReadonlySet<string> = new Set(["onlineLink", "summary", "text"]);

/** Details as JSON. A withheld text is still named, so that the row shows that it was set, changed or cleared. */
const detailsText = (details: AuditDetails): string =>
  JSON.stringify(details, (name, value) =>
    WITHHELD.has(name) && typeof value === "string" && value !== "" ? "(withheld)" : value,
  );

/** JSON for `details`: never a password, a token, a hash or file bytes. */
type AuditDetails = {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  reason?: string;
  [key: string]: unknown;
};

/** What an operation reports about an event. */
export interface AuditRecord {
  targetType?: string;
  targetId?: string;
  organizationId?: string | null;
  details?: AuditDetails;
  path?: string;
  referrer?: string | null;
}

/** Who caused it, as `execute` reports. */
export interface AuditOrigin {
  id: string;
  at: string;
  actor: { id: string; email: string; role: string; organizationId: string | null } | null;
  /** The email of a failed sign-in, without a signed-in user. */
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
  chain: AuditChain;
}

/**
 * The rows of the log form two chains with one numbering. Page views have a chain of their own, because they leave the
 * log when they expire; all other rows stay. Databases from before there were two chains have page views in `log`.
 */
type AuditChain = "log" | "pageviews";

/** The previous hash of the first row in each chain. */
const GENESIS: Readonly<Record<AuditChain, string>> = { log: "0".repeat(64), pageviews: "f".repeat(64) };

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
const STORED = [...COLUMNS, "hash", "chain"];
const SELECT_COLUMNS = STORED.map((name) => `${columnName(name)} AS ${name}`).join(", ");

/**
 * SHA-256, in hexadecimal, of the columns above as a JSON array in this order. `prevHash` is one of them and determines
 * the chain.
 */
function hashOf(row: Omit<AuditRow, "hash">): string {
  return createHash("sha256")
    .update(JSON.stringify(COLUMNS.map((name) => row[name])))
    .digest("hex");
}

const SELECT_LAST = "SELECT seq, hash FROM audit_event ORDER BY seq DESC LIMIT 1";
const SELECT_LAST_OF_CHAIN = "SELECT seq, hash FROM audit_event WHERE chain = +? ORDER BY seq DESC LIMIT 1";
const INSERT = `INSERT INTO audit_event (${STORED.map(columnName).join(", ")})
  VALUES (${STORED.map((name) => `@${name}`).join(", ")})`;

type RowMark = Pick<AuditRow, "seq" | "hash">;

/** The number and hash of the log's newest row, in either chain; null if the log is empty. */
export const lastAuditRow = (db: Database): RowMark | null => statement<RowMark>(db, SELECT_LAST).get() ?? null;

const SELECT_ROW = "SELECT 1 FROM audit_event WHERE seq = @seq AND hash = @hash";

/** Whether the log has a row with this number and hash. */
export const hasRow = (db: Database, row: RowMark): boolean => statement(db, SELECT_ROW).get(row) !== undefined;

const lastOfChain = (db: Database, chain: AuditChain) => statement<RowMark>(db, SELECT_LAST_OF_CHAIN).get(chain);

/** Anyone may enter any email to sign in, so misleading characters in it are written out. */
const readable = (claimed: string | undefined) => (claimed ? writtenOut(claimed) : null);

/**
 * What the newest `pageviews_expired` recorded: the page views up to the row `last` of their chain have expired. They
 * leave the log soon after, oldest first.
 */
interface Expiry {
  /** How many expired with this event. */
  count: number;
  /** How many have expired in all. */
  total: number;
  last: RowMark;
}

const SELECT_EXPIRY = "SELECT details FROM audit_event WHERE event = 'pageviews_expired' ORDER BY seq DESC LIMIT 1";

/** The newest expiry of page views; null if none has expired. */
export function lastExpiry(db: Database): Expiry | null {
  const row = statement<{ details: string }>(db, SELECT_EXPIRY).get();
  return row ? (JSON.parse(row.details) as Expiry) : null;
}

/** The previous hash for the next row of a chain: that of its last row, or what replaces expired rows. */
function headOf(db: Database, chain: AuditChain): string {
  const expired = () => (chain === "pageviews" ? lastExpiry(db)?.last.hash : undefined);
  return lastOfChain(db, chain)?.hash ?? expired() ?? GENESIS[chain];
}

/**
 * Appends one row to the chain of its event. Call it inside the write transaction that the event describes, so that one
 * lock covers reading the last hash and writing the next.
 */
export function appendAudit(db: Database, origin: AuditOrigin, event: AuditEventName, record: AuditRecord = {}): void {
  const chain = event === "pageview" ? "pageviews" : "log";
  const row: Omit<AuditRow, "hash"> = {
    seq: (lastAuditRow(db)?.seq ?? 0) + 1,
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
    details: record.details ? detailsText(record.details) : null,
    prevHash: headOf(db, chain),
    chain,
  };
  statement(db, INSERT).run({ ...row, hash: hashOf(row) });
}

/** A row's number and the beginning of its hash, which no other history has. */
export interface ChainMark {
  seq: number;
  hash: string;
}

const MARK_DIGITS = 16;
const SELECT_MARKED = `SELECT 1 FROM audit_event WHERE seq = @seq AND substr(hash, 1, ${MARK_DIGITS}) = @hash`;

/** The mark of the last row that never expires; for an empty log, the mark of its beginning. */
export function chainMark(db: Database): ChainMark {
  const { seq, hash } = lastOfChain(db, "log") ?? { seq: 0, hash: GENESIS.log };
  return { seq, hash: hash.slice(0, MARK_DIGITS) };
}

/** Whether the log continues from a mark. That of an older backup, or of another ledger, does not. */
export function continuesFrom(db: Database, mark: ChainMark): boolean {
  return mark.seq === 0 || statement(db, SELECT_MARKED).get(mark) !== undefined;
}

/**
 * What is wrong with a row: its content does not match its hash; the row before it is missing; or it continues a row
 * that already has a successor, or does not exist.
 */
export type ChainFault = "altered" | "missing before" | "forked" | "another before";

/** The first row that is wrong. */
export interface BrokenRow extends Pick<AuditRow, "seq" | "id" | "createdAt" | "event"> {
  fault: ChainFault;
}

export interface ChainReport {
  /** How many rows are right, in both chains, from the first on. */
  rows: number;
  /** The last of them in the main chain; null if there is none. */
  last: Pick<AuditRow, "seq" | "createdAt" | "hash"> | null;
  pageviews: {
    /** The last row of their chain that is right. */
    last: Pick<AuditRow, "seq" | "createdAt" | "hash"> | null;
    /** How many have expired and left the log. */
    expired: number;
  };
  firstBroken: BrokenRow | null;
}

/**
 * Checks both chains, row by row, in one read. Rows appended meanwhile are not checked. A number may be missing only
 * where page views expired, and the chain of page views must begin where the log says. It cannot find
 * rows that were removed from the end, or a row that was rewritten with all rows after it. To find those, compare the
 * last number and hash with a copy.
 */
export function verifyAuditChain(db: Database): ChainReport {
  return db.$client.transaction(() => walk(db))();
}

function walk(db: Database): ChainReport {
  const expiry = lastExpiry(db);
  const expired = expiry?.last ?? { seq: 0, hash: GENESIS.pageviews };
  // The oldest leave first. Once the last expired row has left, any earlier one must have been put in.
  const mayBeThere = hasRow(db, expired);
  // The hash before the first remaining row is known only if that row's predecessor is still there.
  const heads: Record<AuditChain, string | null> = { log: GENESIS.log, pageviews: null };
  const last: Record<AuditChain, AuditRow | null> = { log: null, pageviews: null };
  let [rows, seq] = [0, 0];
  let firstBroken: BrokenRow | null = null;
  const all = db.$client.prepare<[], AuditRow>(`SELECT ${SELECT_COLUMNS} FROM audit_event ORDER BY seq`).iterate();
  for (const row of all) {
    const isMissing = row.seq > seq + 1;
    const isExplained = row.seq - 1 <= expired.seq;
    const begins = row.seq > expired.seq ? expired.hash : row.prevHash;
    const isPutIn = row.chain === "pageviews" && row.seq <= expired.seq && !mayBeThere;
    const isChained = !isPutIn && row.prevHash === (heads[row.chain] ?? begins);
    if (!isChained || row.hash !== hashOf(row) || (isMissing && !isExplained)) {
      firstBroken = { ...row, fault: faultOf(db, row, isMissing) };
      break;
    }
    heads[row.chain] = row.hash;
    last[row.chain] = row;
    rows += 1;
    seq = row.seq;
  }
  return { rows, last: last.log, pageviews: { last: last.pageviews, expired: expiry?.total ?? 0 }, firstBroken };
}

const SELECT_CONTINUED = "SELECT 1 FROM audit_event WHERE hash = ? AND seq < ?";

function faultOf(db: Database, row: AuditRow, isMissing: boolean): ChainFault {
  if (row.hash !== hashOf(row)) return "altered";
  if (isMissing) return "missing before";
  const isContinued =
    Object.values(GENESIS).includes(row.prevHash) ||
    db.$client.prepare(SELECT_CONTINUED).get(row.prevHash, row.seq) !== undefined;
  return isContinued ? "forked" : "another before";
}
