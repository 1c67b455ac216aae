import type { Logger } from "pino";
import { REPLICA } from "../values/limits";
import { readOwnClaim } from "./own-claim.server";
import { askForReport, type ReplicaReport } from "./report.server";
import { after, left, type Moment, momentNow } from "./time-limit";

/** Whether this server may write, as the program that copies its data says. */
export interface Lease {
  mayWrite(): boolean;
  /** Whether another server has taken this one's place. It then says nothing about the data any more. */
  isReplaced(): boolean;
  /** The last report; null if nobody answers. */
  report(): ReplicaReport | null;
  stop(): void;
}

interface Asking {
  /** Where that program answers. */
  socket: string;
  /** The file of the machine's own claim. */
  claim: string;
  /** Whether a server without a lease must not write. */
  isFenced: boolean;
  log: Logger;
}

const REPLACED = "another server has taken this one's place, so it refuses all requests";
const NO_LEASE = "may not write: no lease from `npm run replicate`";
/** A start waits for its first lease, and for the former one if that was not given up. */
const PATIENCE_MILLISECONDS = 60_000;

/** Asks for the lease from now on, every second. */
export async function startLease({ socket, claim, isFenced, log }: Asking): Promise<Lease> {
  let report: ReplicaReport | null = null;
  let until: Moment = momentNow();
  let mayWrite: boolean | null = null;
  // The other program may have been started with another setting, which counts until it reports another one.
  let reportedSeconds = 0;
  let isReplaced = readOwnClaim(claim)?.isReplaced ?? false;
  if (isReplaced) log.fatal(REPLACED);
  const mayWriteNow = () => !isReplaced && ((!isFenced && reportedSeconds === 0) || left(until) > 0);
  /** When not having a lease is reported as an error; null once it was. */
  let patience: Moment | null = after(momentNow(), PATIENCE_MILLISECONDS);
  const note = () => {
    const may = mayWriteNow();
    if (may) {
      if (mayWrite !== true) log.info({ term: report?.term }, "may write");
    } else if (isReplaced) {
      // That was reported.
    } else if (mayWrite === null) log.warn("may not write yet: waits for `npm run replicate` and its lease");
    else if (mayWrite || (patience !== null && left(patience) <= 0)) {
      log.error({ standing: report?.standing ?? null, problem: report?.problem ?? null }, NO_LEASE);
      patience = null;
    }
    mayWrite = may;
  };
  const ask = async () => {
    const asked = momentNow();
    report = await askForReport(socket);
    // Without an answer, what was granted before counts until it is over.
    if (report) {
      until = after(asked, report.leaseMilliseconds);
      reportedSeconds = report.leaseSeconds;
    }
    if (report?.standing === "REPLACED" && !isReplaced) {
      isReplaced = true;
      log.fatal(REPLACED);
    }
    // It has asked the store since what the claim's file says.
    if (report?.standing === "HOLDS") isReplaced = false;
    note();
  };
  await ask();
  const asking = setInterval(() => void ask(), REPLICA.askMilliseconds);
  return {
    mayWrite: mayWriteNow,
    isReplaced: () => isReplaced,
    report: () => report,
    stop: () => clearInterval(asking),
  };
}
