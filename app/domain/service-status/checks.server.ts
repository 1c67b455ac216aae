import { Worker } from "node:worker_threads";
import { isInPlace } from "#db/in-place";
import { openForThread } from "#db/open";
import { verifyAuditChain } from "~/audit/chain.server";
import { messageOf } from "~/backup/schedule.server";
import type { Services } from "~/operations/services";
import { checkSearchIndex, isWhole } from "~/search/check.server";
import { checkLedgerIndex, isLedgerWhole } from "~/search/ledger/check.server";
import { CHECK_HOURS } from "./rules";
import { lastUpkeep, recordUpkeep } from "./upkeep.server";

/** The tasks that one check does, and what it found: sentences for an operator. */
interface ContentProblems {
  AUDIT_LOG_CHECK: string[];
  SEARCH_INDEX_CHECK: string[];
}

/** The file that the thread runs, relative to the project's root. */
const WORKER = "./app/programs/check-worker.mjs";
const HOUR_MILLISECONDS = 3_600_000;

/**
 * Walks the audit log and compares the search index with its records, over a connection that only reads. It blocks its
 * thread for seconds, so the server calls it in another one.
 */
export function checkLedgerContent(databasePath: string): ContentProblems {
  const db = openForThread(databasePath);
  try {
    const { firstBroken } = verifyAuditChain(db);
    const differing = checkSearchIndex(db).filter((report) => !isWhole(report));
    return {
      AUDIT_LOG_CHECK: firstBroken
        ? [`The audit log is broken at row ${firstBroken.seq} (${firstBroken.fault}). Run npm run audit:verify.`]
        : [],
      SEARCH_INDEX_CHECK: [
        ...differing.map(
          ({ type }) => `The search index of each ${type} does not match its record. Run npm run search:check.`,
        ),
        ...(isLedgerWhole(checkLedgerIndex(db))
          ? []
          : ["The index of the search pages does not match the records. Run npm run search:check."]),
      ],
    };
  } finally {
    db.$client.close();
  }
}

/** Checks the content once a day, in a thread, and records the result. Call it from time to time, never twice at once. */
export async function checkIfDue({ db, settings, clock }: Services): Promise<void> {
  const last = lastUpkeep(db, "AUDIT_LOG_CHECK");
  if (last && clock().getTime() - Date.parse(last.finishedAt) < CHECK_HOURS * HOUR_MILLISECONDS) return;
  // The thread would read what is at the path now, and housekeeping reports that.
  if (!isInPlace(db.$client)) return;
  const worker = new Worker(WORKER, { workerData: { databasePath: settings.databasePath } });
  const problems = await messageOf<ContentProblems>(worker);
  if (!db.$client.open) return;
  recordUpkeep(db, "AUDIT_LOG_CHECK", problems.AUDIT_LOG_CHECK, clock());
  recordUpkeep(db, "SEARCH_INDEX_CHECK", problems.SEARCH_INDEX_CHECK, clock());
}
