import { randomBytes } from "node:crypto";
import { getTableColumns } from "drizzle-orm";
import { v7 as newId } from "uuid";
import { closeDatabase, type Database, immediateTransaction, openDatabase, statement } from "#db/open";
import { auditEvent } from "#db/schema";
import { type AuditOrigin, type AuditRecord, appendAudit } from "~/audit/chain.server";
import { addOpenCalls } from "./data";
import { median, report } from "./measure";
import { makeFilledPlace } from "./portal-process";

const WARM_UP = 200;
const TIMED = 4_000;
const BOUND_MILLISECONDS = 0.1;

const COLUMNS = Object.entries(getTableColumns(auditEvent));
const INSERT_AUDIT = `
  INSERT INTO audit_event (${COLUMNS.map(([, { name }]) => name).join(", ")})
  VALUES (${COLUMNS.map(([property]) => `@${property}`).join(", ")})`;
const INSERT_RECORD = "INSERT INTO preset_tag (id, label, created_by, created_at) VALUES (?, ?, ?, ?)";
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/**
 * Measures what the chain adds to a write. It times a transaction that inserts a record and appends its audit row, and
 * subtracts the time of the same transaction without reading the last hash and without hashing. Both write to the same
 * table with its indexes and triggers, one after the other, and each is synced to disk.
 */
export async function benchAudit(): Promise<void> {
  const place = makeFilledPlace((db) => addOpenCalls(db, 1));
  const db = openDatabase(place.settings.DATABASE_PATH);
  try {
    const userId = db.query.user.findFirst().sync()?.id ?? "";
    const times: { chained: number; plain: number }[] = [];
    for (let round = 0; round < WARM_UP + TIMED; round += 1) {
      // The second one finds warmer pages, so they take turns at being first.
      const chainedFirst = round % 2 === 0;
      const first = chainedFirst ? writeChained(db, userId) : writePlain(db, userId);
      const second = chainedFirst ? writePlain(db, userId) : writeChained(db, userId);
      const time = chainedFirst ? { chained: first, plain: second } : { chained: second, plain: first };
      if (round >= WARM_UP) times.push(time);
    }
    // The difference of each pair, because other work of the disk and the machine affects both of a pair equally.
    const added = median(times.map(({ chained, plain }) => chained - plain));
    const middle = (which: "chained" | "plain") => median(times.map((time) => time[which])).toFixed(3);
    const figure = `${added.toFixed(3)} ms (${middle("chained")} to ${middle("plain")} ms)`;
    report("(f) what the audit's chain adds to a write", figure, "at most 0.100 ms", added <= BOUND_MILLISECONDS);
  } finally {
    closeDatabase(db);
    place.remove();
  }
}

/** A record to write, and its audit event. */
function nextWrite(userId: string) {
  const id = newId();
  const at = new Date().toISOString();
  const actor = { id: userId, email: "author@example.gov", role: "GOV_ADMIN", organizationId: null };
  const origin: AuditOrigin = { id: newId(), at, actor, ip: "127.0.0.1", userAgent: USER_AGENT, requestId: newId() };
  const record: AuditRecord = { targetType: "preset_tag", targetId: id, details: { after: { label: id } } };
  return { origin, record, tag: [id, id, userId, at] };
}

/** @returns the time of the transaction in milliseconds */
function timed(db: Database, body: () => void): number {
  const started = performance.now();
  immediateTransaction(db, body);
  return performance.now() - started;
}

function writeChained(db: Database, userId: string): number {
  const { origin, record, tag } = nextWrite(userId);
  return timed(db, () => {
    statement(db, INSERT_RECORD).run(tag);
    appendAudit(db, origin, "preset_tag_created", record);
  });
}

/** Makes up the chain's values before it starts the clock: a number and two hashes of the usual length. */
function writePlain(db: Database, userId: string): number {
  const { origin, record, tag } = nextWrite(userId);
  const { actor, at, ...rest } = origin;
  const seq = 1 + (statement<{ last: number | null }>(db, "SELECT max(seq) AS last FROM audit_event").get()?.last ?? 0);
  const [hash, prevHash] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  return timed(db, () => {
    statement(db, INSERT_RECORD).run(tag);
    const row = {
      ...{ ...rest, ...record, seq, hash, prevHash, createdAt: at, event: "preset_tag_created", outcome: "SUCCESS" },
      ...{ actorId: actor?.id, actorEmail: actor?.email, actorRole: actor?.role, organizationId: null },
      ...{ path: null, referrer: null, details: JSON.stringify(record.details), chain: "log" },
    };
    statement(db, INSERT_AUDIT).run(row);
  });
}
