import { mayWrite } from "#db/fence";
import { isInPlace } from "#db/in-place";
import { refreshStatistics, withLockWait } from "#db/open";
import { writesMade } from "~/operations/execute.server";
import { forgetOldReceipts } from "~/operations/form-receipt.server";
import { forgetOldAttempts } from "~/operations/rate-limit.server";
import type { Services } from "~/operations/services";
import { forgetExpiredSessions } from "~/operations/session.server";
import { PAGE_THREAD_LIMITS } from "~/values/limits";
import type { PageThreads } from "~/web/page-threads/page-threads.server";
import { type Backups, keepBackups } from "./backup/schedule.server";
import { forgetOldAccountLinks } from "./domain/account-link/links.server";
import { remindFollowers } from "./domain/call/remind-followers.server";
import type { openBackgroundReading } from "./domain/document-text/background.server";
import { forgetOldRequests } from "./domain/identity/requests.server";
import { type Mailer, mailerOf } from "./domain/mail/mailer.server";
import { forgetOldMail } from "./domain/mail/outcome.server";
import { escalateMissed } from "./domain/promise/escalate.server";
import { forgetOldDrafts } from "./domain/registration/draft.server";
import { forgetOldMatches } from "./domain/saved-search/forget.server";
import { notifyOfMatches } from "./domain/saved-search/notify.server";
import { forgetOldCeremonies } from "./domain/second-factor/passkeys.server";
import { checkIfDue } from "./domain/service-status/checks.server";
import { recordUpkeep } from "./domain/service-status/upkeep.server";
import { forgetOldSteps } from "./domain/session/step.server";
import { expirePageviews } from "./domain/traffic/expiry.server";
import { retryDeliveries } from "./routing/fan-out.server";
import { isNamed } from "./storage/named-files.server";

const MINUTE_MILLISECONDS = 60_000;
const HOUSEKEEPING_MILLISECONDS = 15 * MINUTE_MILLISECONDS;
/** More often than the rest, so that each run is short. */
const SEARCH_UPKEEP_MILLISECONDS = MINUTE_MILLISECONDS;
/** How soon a search that does not wait finds a change. */
const LEDGER_INDEX_MILLISECONDS = 2_000;
/** How often to retry notifications that could not be written. */
const DELIVERY_MILLISECONDS = 30_000;
/** How often to look for mail that is due. Mail to send immediately does not wait for this. */
const MAIL_MILLISECONDS = 30_000;
/** How often to look for documents whose text is not read yet. */
const DOCUMENTS_MILLISECONDS = 1_000;
/** A server that is just started waits some seconds until it may write. */
const LEASE_LOOK_MILLISECONDS = 500;
/** A newer file without a row may belong to a row that is about to be committed. */
const SWEEP_AGE_MILLISECONDS = 60 * MINUTE_MILLISECONDS;

interface Upkeep {
  mailer: Mailer | null;
  backups: Backups | null;
  /** Starts nothing more. What is under way goes on. */
  end(): void;
}

interface Parts {
  documents: Awaited<ReturnType<typeof openBackgroundReading>>;
  pageThreads: PageThreads | null;
}

/** Starts what the server does by itself, now and then again and again. The server of a standby only reads. */
export function startUpkeep(services: Services, { documents, pageThreads }: Parts): Upkeep {
  const { settings } = services;
  const rest = setInterval(() => void pageThreads?.rest(), PAGE_THREAD_LIMITS.checkMilliseconds);
  if (settings.standbyDataAt !== null) return { mailer: null, backups: null, end: () => clearInterval(rest) };
  services.search.prepare().catch(failedUnlessStopped(services, "preparing the search"));
  const turns = [rest];
  /** All of it writes, so it waits until the server may. */
  const repeat = (work: () => unknown, milliseconds: number) => {
    turns.push(setInterval(() => mayWrite(services.db) && work(), milliseconds));
    if (mayWrite(services.db)) {
      work();
      return;
    }
    const first = setInterval(() => {
      if (!mayWrite(services.db)) return;
      clearInterval(first);
      work();
    }, LEASE_LOOK_MILLISECONDS);
    turns.push(first);
  };
  repeat(() => keepHouse(services), HOUSEKEEPING_MILLISECONDS);
  repeat(() => keepSearch(services), SEARCH_UPKEEP_MILLISECONDS);
  repeat(() => keepLedgerIndex(services), LEDGER_INDEX_MILLISECONDS);
  repeat(() => keepDelivering(services), DELIVERY_MILLISECONDS);
  // Not at the start, when the server is busiest.
  turns.push(setInterval(() => mayWrite(services.db) && keepChecking(services), HOUSEKEEPING_MILLISECONDS));
  const mailer = mailerOf(services);
  if (mailer) repeat(() => keepMailing(services, mailer), MAIL_MILLISECONDS);
  turns.push(setInterval(() => mayWrite(services.db) && documents.run(), DOCUMENTS_MILLISECONDS));
  const backups = backupsOf(services);
  if (backups) {
    // Without writes, there is nothing new to back up.
    repeat(() => backups.makeIfDue(), settings.backupIntervalMinutes * MINUTE_MILLISECONDS);
  }
  return {
    mailer,
    backups,
    end() {
      for (const turn of turns) clearInterval(turn);
    },
  };
}

/**
 * Removes data that no request can use anymore and refreshes query statistics. Failures are logged and retried later.
 */
function keepHouse(services: Services): void {
  const { db, settings, files, clock, log } = services;
  const now = clock();
  // A database that replaced the file may name uploads that this one does not.
  if (!isInPlace(db.$client)) {
    log.error("housekeeping failed: the database's files were moved");
    return;
  }
  try {
    withLockWait(db, 0, () => {
      forgetExpiredSessions({ db, settings }, now);
      forgetOldReceipts(db, now);
      forgetOldDrafts(db, now);
      forgetOldMail(services, now);
      forgetOldAccountLinks(db, now);
      forgetOldSteps(db, now);
      forgetOldRequests(db, now);
      forgetOldCeremonies(db, now);
      forgetOldMatches(db, now);
      refreshStatistics(db);
    });
  } catch (error) {
    log.error({ err: error }, "housekeeping failed");
  }
  forgetOldAttempts(db, now).catch(failedUnlessStopped(services, "forgetting old attempts"));
  expirePageviews(services)
    .then((removed) => removed > 0 && log.info({ removed }, "removed expired page views"))
    .catch(failedUnlessStopped(services, "removing expired page views"));
  remindFollowers(services)
    .then((reminded) => reminded > 0 && log.info({ reminded }, "reminded followers of calls that close soon"))
    .catch(failedUnlessStopped(services, "reminding followers of calls"));
  escalateMissed(services)
    .then((told) => told > 0 && log.info({ told }, "reported missed promises"))
    .catch(failedUnlessStopped(services, "reporting missed promises"));
  files
    .sweep((key) => isNamed(db, key), new Date(now.getTime() - SWEEP_AGE_MILLISECONDS))
    .then((removed) => removed > 0 && log.info({ removed }, "removed files without a record"))
    .catch((error: unknown) => log.error({ err: error }, "removing files without a record failed"));
}

/** This server's regular backups, or null if they are turned off. */
function backupsOf({ db, settings, clock, log }: Services): Backups | null {
  if (settings.backupIntervalMinutes === 0) return null;
  const finished = (problems: readonly string[]) => {
    // The last backup is made after the database is closed.
    if (!db.$client.open) return;
    try {
      recordUpkeep(db, "BACKUP", problems, clock());
    } catch (error) {
      log.error({ err: error }, "recording the backup's result failed");
    }
  };
  return keepBackups({ db, place: settings, written: () => writesMade(db), clock, log, finished });
}

function keepLedgerIndex(services: Services): void {
  services.ledger
    .catchUp()
    .then(() => notifyOfMatches(services))
    .catch(failedUnlessStopped(services, "indexing for the search and for saved searches"));
}

function keepSearch(services: Services): void {
  services.search.keepHouse().catch(failedUnlessStopped(services, "housekeeping of the search"));
}

function keepDelivering(services: Services): void {
  retryDeliveries(services).catch(failedUnlessStopped(services, "delivering notifications"));
}

function keepChecking(services: Services): void {
  checkIfDue(services).catch(failedUnlessStopped(services, "checking the audit log and the search index"));
}

function keepMailing(services: Services, mailer: Mailer): void {
  mailer.run().catch(failedUnlessStopped(services, "sending mail"));
}

/** Logs a failure in the background, unless the database has been closed. */
function failedUnlessStopped({ db, log }: Services, what: string): (error: unknown) => void {
  return (error) => {
    if (db.$client.open) log.error({ err: error }, `${what} failed`);
  };
}
