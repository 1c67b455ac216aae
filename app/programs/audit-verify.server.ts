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
  const hold = rows === 1 ? "1 row is intact." : `${numbered(rows)} rows are intact.`;
  if (firstBroken) return [hold, ...linesOfBroken(firstBroken)];
  if (!(last || pageviews.last)) return ["The audit log is empty."];
  return [
    hold,
    ...(last ? [`The last is row ${last.seq} of ${last.createdAt}. Its hash is ${last.hash}.`] : []),
    ...linesOfPageviews(pageviews),
    "Keep this hash on another machine. Nothing else shows if rows were removed from the end, or rewritten along with all that follow.",
  ];
}

function linesOfPageviews({ last, expired }: ChainReport["pageviews"]): string[] {
  const [count, have] = expired === 1 ? ["1 page view", "has"] : [`${numbered(expired)} page views`, "have"];
  return [
    ...(last ? [`The last page view is row ${last.seq} of ${last.createdAt}. Its hash is ${last.hash}.`] : []),
    ...(expired > 0 ? [`${count} ${have} expired and left the log. The log records it.`] : []),
  ];
}

function linesOfBroken({ seq, id, createdAt, event, fault }: BrokenRow): string[] {
  return [`Row ${seq} is the first broken one: ${event} of ${createdAt}, with the id ${id}.`, FAULT_TEXT[fault](seq)];
}

const FAULT_TEXT: Record<ChainFault, (seq: number) => string> = {
  altered: () => "Its content was altered: it no longer matches its hash.",
  "missing before": (seq) => `Its own content is intact, but rows are missing before it: there is no row ${seq - 1}.`,
  forked: () => "Its own content is intact, but another row also continues the same row: the chain forks here.",
  "another before": () =>
    "Its own content is intact, but it does not continue the row before it: that row was replaced.",
};
