/** How far Litestream has come, by its own figures (https://litestream.io/reference/metrics/). */
export interface Progress {
  /** Up to where it has read the database's log. */
  read: Position;
  /** Up to where the store has it. */
  stored: Position;
  /** How often it has read without an error. */
  reads: number;
}

export interface Position {
  index: number;
  offset: number;
}

const METRICS = {
  storedIndex: "litestream_replica_wal_index",
  storedOffset: "litestream_replica_wal_offset",
  errors: "litestream_sync_error_count",
  syncs: "litestream_sync_count",
  sentBytes: "litestream_replica_wal_bytes",
} as const;

function figureIn(text: string, name: string): number | undefined {
  const found = text.match(new RegExp(`^${name}\\{[^}\\n]*\\} (\\S+)$`, "m"));
  return found ? Number(found[1]) : undefined;
}

/** How often Litestream has read the log since its start, without an error. It has the database open then. */
export const readsIn = (text: string): number =>
  (figureIn(text, METRICS.syncs) ?? 0) - (figureIn(text, METRICS.errors) ?? 0);

/** How much Litestream has sent of the log since its start. It stands still if sending hangs. */
export const sentBytesIn = (text: string): number => figureIn(text, METRICS.sentBytes) ?? 0;

/**
 * Reads Litestream's metrics, in Prometheus' text format. Null as long as it has sent nothing.
 * @param read from its files, because its metrics have only the size of all of them
 */
export function readProgress(text: string, read: Position): Progress | null {
  const [index, offset] = [figureIn(text, METRICS.storedIndex), figureIn(text, METRICS.storedOffset)];
  if (index === undefined || offset === undefined) return null;
  return { read, stored: { index, offset }, reads: readsIn(text) };
}

export const reaches = (one: Position, other: Position): boolean =>
  one.index > other.index || (one.index === other.index && one.offset >= other.offset);

/** More would tell nothing: the oldest one says how far behind the copy is. */
const SAMPLES = 1_000;

/**
 * Measures how far a copy is behind: what was read from the log by the time of a sample is copied once the store has that
 * position.
 */
export function createLag() {
  const waiting: { at: number; read: Position }[] = [];
  let copiedAt: number | null = null;
  let hasCopied = false;
  let reads = 0;
  return {
    /** Forgets all positions, because Litestream was started again. */
    restart(): void {
      waiting.length = 0;
      hasCopied = false;
      reads = 0;
    },
    /** @param at when `progress` was read, in milliseconds */
    note(progress: Progress, at: number): void {
      const last = waiting.at(-1)?.read;
      // Litestream began a new copy, which has other positions.
      if (last && !reaches(progress.read, last)) waiting.length = 0;
      const hasRead = progress.reads !== reads;
      reads = progress.reads;
      // Otherwise, Litestream may have read less than there is.
      if (hasRead && waiting.length < SAMPLES) waiting.push({ at, read: progress.read });
      while (waiting[0] && reaches(progress.stored, waiting[0].read)) {
        copiedAt = waiting.shift()?.at ?? null;
        hasCopied = true;
      }
    },
    /** Whether all that there was at some moment since the last start is copied. */
    hasCopied: (): boolean => hasCopied,
    /** Null as long as nothing is copied. */
    behindSeconds: (now: number): number | null => (copiedAt === null ? null : Math.max(0, now - copiedAt) / 1_000),
  };
}
