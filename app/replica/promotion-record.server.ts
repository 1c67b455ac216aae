import { hostname } from "node:os";
import { markOf, recordInStaged } from "../backup/restore-record.server";
import { REPLICA } from "../values/limits";

interface Recorded {
  term: number;
  /** The end of the copy's audit log. */
  lastAudit: { seq: number; hash: string } | null;
  missingUploads: readonly string[];
}

/**
 * Records the promotion in the audit log of the copy, before that is put in place, with the uploads that it does not have.
 * @param databasePath the database to replace, if it exists
 */
export function recordPromotion(
  staged: string,
  databasePath: string,
  { term, lastAudit, missingUploads }: Recorded,
  now: Date,
): void {
  recordInStaged(staged, "ledger_promoted", now, {
    targetType: "ledger",
    targetId: `term ${term}`,
    details: {
      before: { lastAudit: markOf(databasePath) },
      after: {
        term,
        host: hostname(),
        lastAudit,
        ...(missingUploads.length > 0 && {
          missingUploads: missingUploads.slice(0, REPLICA.recordedUploads),
          missingUploadCount: missingUploads.length,
        }),
      },
    },
  });
}
