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
  const hold = rows === 1 ? "1 row holds." : `${numbered(rows)} rows hold.`;
  if (firstBroken) return [hold, ...linesOfBroken(firstBroken)];
  if (!(last || pageviews.last)) return ["The audit log is empty."];
  return [
    hold,
    ...(last ? [`The last is row ${last.seq} of ${last.createdAt}. Its hash is ${last.hash}.`] : []),
    ...linesOfPageviews(pageviews),
    "Note that outside of this machine: rows taken from the end, or rewritten with all that follow, leave no other trace.",
  ];
}

function linesOfPageviews({ last, expired }: ChainReport["pageviews"]): string[] {
  const [count, have] = expired === 1 ? ["1 page view", "has"] : [`${numbered(expired)} page views`, "have"];
  return [
    ...(last ? [`The last page view is row ${last.seq} of ${last.createdAt}. Its hash is ${last.hash}.`] : []),
    ...(expired > 0 ? [`${count} ${have} expired and left the log, as the log records.`] : []),
  ];
}

function linesOfBroken({ seq, id, createdAt, event, fault }: BrokenRow): string[] {
  return [
    `Row ${seq} is the first that does not: ${event} of ${createdAt}, with the id ${id}.`,
    FAULT_TEXT[fault](seq),
  ];
}

const FAULT_TEXT: Record<ChainFault, (seq: number) => string> = {
  altered: () => "Its content was altered: it is not what its hash was made of.",
  "missing before": (seq) => `Its own content holds, but rows are missing before it: there is no row ${seq - 1}.`,
  forked: () => "Its own content holds, but it continues a row that has another after it: the chain forks here.",
  "another before": () =>
    "Its own content holds, but the row before it is not the one that it continues: that one was replaced.",
};
