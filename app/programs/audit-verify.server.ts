import { parseArgs } from "node:util";
import { openMigratedDatabase } from "#db/open";
import { type BrokenRow, type ChainFault, type ChainReport, verifyAuditChain } from "../audit/chain.server";
import type { Program } from "./program";

/** Checks the audit log's hash chains and reports the first broken row. It only reads and may run beside the server. */
export const auditVerify: Program = {
  usage: "audit:verify",
  run(options, { databasePath }, say) {
    parseArgs({ args: [...options], options: {} });
    const db = openMigratedDatabase(databasePath);
    try {
      const report = verifyAuditChain(db);
      for (const line of linesOf(report)) say(line);
      return report.firstBroken === null;
    } finally {
      db.$client.close();
    }
  },
};

const numbered = (count: number) => count.toLocaleString("en-US");

function linesOf({ rows, last, pageviews, firstBroken }: ChainReport): string[] {
  const intact = rows === 1 ? "1 row is intact." : `${numbered(rows)} rows are intact.`;
  if (firstBroken) return [intact, ...linesOfBroken(firstBroken)];
  if (!(last || pageviews.last)) return ["The audit log is empty."];
  return [
    intact,
    ...(last ? [`The last is row ${last.seq}, from ${last.createdAt}. Its hash is ${last.hash}.`] : []),
    ...linesOfPageviews(pageviews),
    "Keep this hash on another machine. Only a comparison with it shows whether someone removed rows from the end, or rewrote a row and all rows after it.",
  ];
}

function linesOfPageviews({ last, expired }: ChainReport["pageviews"]): string[] {
  const views = expired === 1 ? "1 page view has" : `${numbered(expired)} page views have`;
  return [
    ...(last ? [`The last page view is row ${last.seq}, from ${last.createdAt}. Its hash is ${last.hash}.`] : []),
    ...(expired > 0 ? [`${views} expired and been removed from the log. The log records this.`] : []),
  ];
}

function linesOfBroken({ seq, id, createdAt, event, fault }: BrokenRow): string[] {
  return [`The first broken row is ${seq}: ${event} from ${createdAt}, with the id ${id}.`, FAULT_TEXT[fault](seq)];
}

const FAULT_TEXT: Record<ChainFault, (seq: number) => string> = {
  altered: () => "Its content was altered: it no longer matches its hash.",
  "missing before": (seq) => `Its own content is intact, but rows before it are missing: there is no row ${seq - 1}.`,
  forked: () => "Its own content is intact, but another row also follows the same row: the chain forks here.",
  "another before": () => "Its own content is intact, but the row before it was replaced.",
};
