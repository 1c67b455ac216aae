import { REPLICA } from "~/values/limits";
import type { ServiceFacts } from "./responses";
import { WARNING_CODES, type WarningCode } from "./warning-codes";

/** How often the server checks the audit log and the search index. */
export const CHECK_HOURS = 24;

/** A result this old means that the server could not check, or did not try. */
const OVERDUE_HOURS = 2 * CHECK_HOURS + 2;
const HOUR_MILLISECONDS = 3_600_000;

/** With less room than this share, and less than this many bytes, a disk may fill before anyone looks again. */
const LOW_DISK = { share: 0.1, bytes: 5 * 1024 ** 3 };

const isLow = ({ freeBytes, totalBytes }: ServiceFacts["disks"][number]) =>
  freeBytes < LOW_DISK.bytes && freeBytes < totalBytes * LOW_DISK.share;

const isOlder = (instant: string, hours: number, now: string) =>
  Date.parse(now) - Date.parse(instant) > hours * HOUR_MILLISECONDS;

/** Before there is a first copy, it is behind. */
const isBehind = (seconds: number | null) => seconds === null || seconds > REPLICA.warnSeconds;

/** A copy that takes long to fetch is not old yet. */
const STANDBY_GRACE_SECONDS = 300;

const isOldCopy = ({ copiedAt, intervalSeconds }: NonNullable<ServiceFacts["standby"]>, now: string) =>
  Date.parse(now) - Date.parse(copiedAt) > (2 * intervalSeconds + STANDBY_GRACE_SECONDS) * 1_000;

/** What a server that shows a copy does itself. The rest is another server's. */
const OF_STANDBY: readonly WarningCode[] = ["STANDBY_BEHIND", "DISK_LOW"];

/** When each warning applies. */
const APPLIES: Record<WarningCode, (facts: ServiceFacts) => boolean> = {
  WRITES_REFUSED: ({ offsiteCopy }) => offsiteCopy?.mayWrite === false,
  STANDBY_BEHIND: ({ standby, checkedAt }) => standby !== null && isOldCopy(standby, checkedAt),
  OFFSITE_COPY_STOPPED: ({ offsiteCopy }) => offsiteCopy?.isRunning === false,
  OFFSITE_COPY_BEHIND: ({ offsiteCopy }) =>
    offsiteCopy?.isRunning === true &&
    (offsiteCopy.problem !== null ||
      isBehind(offsiteCopy.databaseBehindSeconds) ||
      isBehind(offsiteCopy.uploadsBehindSeconds)),
  BACKUP_OFF: ({ backup }) => backup.intervalMinutes === 0,
  BACKUP_MISSING: ({ backup }) => backup.intervalMinutes > 0 && backup.newestAt === null,
  BACKUP_PROBLEM: ({ backup }) => backup.lastRun?.succeeded === false,
  DISK_LOW: ({ disks }) => disks.some(isLow),
  AUDIT_LOG_PROBLEM: ({ auditLog }) => auditLog.lastCheck?.succeeded === false,
  CHECK_OVERDUE: ({ auditLog, startedAt, checkedAt }) =>
    isOlder(auditLog.lastCheck?.finishedAt ?? startedAt, OVERDUE_HOURS, checkedAt),
  SEARCH_INDEX_PROBLEM: ({ searchIndex }) => searchIndex.lastCheck?.succeeded === false,
  MAIL_FAILING: ({ mail }) => mail.isOn && (mail.failed > 0 || mail.retrying > 0),
  NOTIFICATIONS_FAILING: ({ notifications }) => notifications.failing > 0,
};

/** The warnings that apply, in the order of their list. */
export const warningsOf = (facts: ServiceFacts): WarningCode[] =>
  (facts.standby === null ? WARNING_CODES : OF_STANDBY).filter((code) => APPLIES[code](facts));
