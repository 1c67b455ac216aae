import { realpathSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { MessagePort } from "node:worker_threads";
import * as build from "@remix-run/dev/server-build";
import type { ServerBuild } from "@remix-run/node";
import { serve } from "srvx";
import { setForeignLogAside } from "#db/foreign-log";
import { isInPlace } from "#db/in-place";
import { claimDatabase, closeDatabase, refreshStatistics, snapshotsClosed, withLockWait } from "#db/open";
import { writesMade } from "~/operations/execute.server";
import { forgetOldReceipts } from "~/operations/form-receipt.server";
import { forgetOldAttempts } from "~/operations/rate-limit.server";
import type { Services } from "~/operations/services";
import { forgetExpiredSessions } from "~/operations/session.server";
import { CONNECTIONS, PAGE_THREAD_LIMITS } from "~/values/limits";
import { createDispatchers, createFetchHandler } from "~/web/fetch-handler.server";
import { announceRoutes, readDocumentFrom } from "~/web/openapi/described-routes.server";
import { answerPages } from "~/web/page-threads/answer-pages.server";
import type { PageWorkerData } from "~/web/page-threads/messages";
import { pageThreadsOf } from "~/web/page-threads/page-threads.server";
import { CONNECTION_OPTIONS, guardConnections } from "~/web/transport/connections";
import { createLog, openServices } from "~/web/transport/services.server";
import { drainUnreadBodies } from "~/web/transport/unread-body";
import { checkDataPlaces } from "./backup/data-places.server";
import { refuseLostDatabase } from "./backup/lost-database.server";
import { refuseUnfinishedRestore } from "./backup/restore.server";
import { type Backups, keepBackups } from "./backup/schedule.server";
import { hasSystemAdministrator } from "./domain/account-administration/administrators.server";
import { forgetOldAccountLinks } from "./domain/account-link/links.server";
import { remindFollowers } from "./domain/call/remind-followers.server";
import { openBackgroundReading } from "./domain/document-text/background.server";
import { removeOrphanedContent } from "./domain/engagement/attachment-content.server";
import { ensureFirstAdmin } from "./domain/government-user/first-admin.server";
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
import { readSettings } from "./settings.server";
import { claimUploads } from "./storage/claim-uploads.server";
import { isNamed } from "./storage/named-files.server";

// For `remix-serve`. Run as a program, this file starts its own server.
export * from "@remix-run/dev/server-build";
// For the workers and `start.mjs` in `app/programs`, which use the same build.
export { publishSet } from "./backup/publish.server";
export { answerSearches } from "./domain/search/answer-searches.server";
/** `answerPages` of this build. */
export const answerPagesOfBuild = (port: MessagePort, data: PageWorkerData) =>
  answerPages(port, build as unknown as ServerBuild, data);
export { checkLedgerContent } from "./domain/service-status/checks.server";
export { runProgram } from "./programs/run.server";

// For `remix-serve`, which does not call `createFetchHandler`.
announceRoutes(build);

/** How long open requests may take to finish after the signal to stop. */
const STOP_MILLISECONDS = 10_000;
/** How often a stopping server closes idle connections. */
const IDLE_CHECK_MILLISECONDS = 50;
const MINUTE_MILLISECONDS = 60_000;
const HOUSEKEEPING_MILLISECONDS = 15 * MINUTE_MILLISECONDS;
/** More often than the rest, so that each run is short. */
/** How soon a search that does not wait finds a change. */
const LEDGER_INDEX_MILLISECONDS = 2_000;
const SEARCH_UPKEEP_MILLISECONDS = MINUTE_MILLISECONDS;
/** How often to retry notifications that could not be written. */
const DELIVERY_MILLISECONDS = 30_000;
/** How often to look for mail that is due. Mail to send immediately does not wait for this. */
const MAIL_MILLISECONDS = 30_000;
/** How often to look for documents whose text is not read yet. */
const DOCUMENTS_MILLISECONDS = 1_000;
/** A newer file without a row may belong to a row that is about to be committed. */
const SWEEP_AGE_MILLISECONDS = 60 * MINUTE_MILLISECONDS;

/** What the threads of the server run. */
interface ThreadFiles {
  search: string;
  pages: string;
}

/**
 * Starts the server. If it cannot, it prints a one-line reason and ends the process.
 * @param documentReader the address of the host that reads documents. Null if there is none
 * @param threads what its threads run. Null in development, where they would run the code of an old build
 * @returns the address where it listens
 */
export async function start(
  documentReader: string | null = null,
  threads: ThreadFiles | null = null,
): Promise<AddressInfo> {
  try {
    return await run(documentReader, threads);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}

/** Opens the data, listens, and stops cleanly on SIGTERM or SIGINT. */
async function run(documentReader: string | null, threads: ThreadFiles | null): Promise<AddressInfo> {
  const settings = readSettings();
  const log = createLog(settings);
  const withoutBackups = checkDataPlaces(settings);
  if (withoutBackups) log.error({ fault: withoutBackups }, "no backups until this setting is fixed");
  refuseUnfinishedRestore(settings.databasePath);
  refuseLostDatabase(settings);
  const releaseDatabase = claimDatabase(settings.databasePath);
  const releaseUploads = claimUploads(settings.uploadsDir);
  const foreignLog = setForeignLogAside(settings.databasePath);
  if (foreignLog) log.warn({ foreignLog }, "set aside a log (-wal) that belongs to another database");
  readDocumentFrom(fileURLToPath(new URL("api-document.json", import.meta.url)));
  const services = await openServices(settings, log, threads?.search);
  const admin = await ensureFirstAdmin(services);
  if (admin) log.info({ email: admin }, "created the first system administrator");
  warnOfWeakSettings(services);
  // Before the server listens. After that, an upload may be writing content that has no row yet.
  const removed = removeOrphanedContent(services.db);
  if (removed > 0) log.info({ removed }, "removed the remains of an unfinished upload");

  const pageThreads = threads && pageThreadsOf(services, threads.pages);
  const server = serve({
    fetch: createFetchHandler(createDispatchers(build as unknown as ServerBuild), services, {
      clientFolder: dirname(build.assetsBuildDirectory),
      pageThreads,
    }),
    port: settings.port,
    hostname: settings.host,
    gracefulShutdown: false,
    // The fetch handler refuses requests without a Host header, in the API's error format.
    node: { ...CONNECTION_OPTIONS, backlog: CONNECTIONS.backlog, requireHostHeader: false },
    silent: true,
  });
  const http = server.node?.server;
  if (http) {
    drainUnreadBodies(http as Server);
    guardConnections(http as Server, settings);
  }
  const documents = await openBackgroundReading(services, documentReader);
  await server.ready();
  const address = http?.address() as AddressInfo;

  services.search.prepare().catch(failedUnlessStopped(services, "preparing the search"));
  const housekeeping = [
    setInterval(() => keepHouse(services), HOUSEKEEPING_MILLISECONDS),
    setInterval(() => keepSearch(services), SEARCH_UPKEEP_MILLISECONDS),
    setInterval(() => keepLedgerIndex(services), LEDGER_INDEX_MILLISECONDS),
    setInterval(() => keepDelivering(services), DELIVERY_MILLISECONDS),
    // Not at the start, when the server is busiest.
    setInterval(() => keepChecking(services), HOUSEKEEPING_MILLISECONDS),
  ];
  keepHouse(services);
  keepSearch(services);
  keepLedgerIndex(services);
  keepDelivering(services);
  const mailer = mailerOf(services);
  if (mailer) {
    housekeeping.push(setInterval(() => keepMailing(services, mailer), MAIL_MILLISECONDS));
    keepMailing(services, mailer);
  }
  housekeeping.push(setInterval(() => documents.run(), DOCUMENTS_MILLISECONDS));
  housekeeping.push(setInterval(() => void pageThreads?.rest(), PAGE_THREAD_LIMITS.checkMilliseconds));
  const backups = backupsOf(services);
  if (backups) {
    housekeeping.push(setInterval(() => backups.makeIfDue(), settings.backupIntervalMinutes * MINUTE_MILLISECONDS));
    backups.makeIfDue();
  }

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    for (const turn of housekeeping) clearInterval(turn);
    const deadline = setTimeout(
      () => http && "closeAllConnections" in http && http.closeAllConnections(),
      STOP_MILLISECONDS,
    );
    // `close` ends only connections that are idle now. The others would stay open until they time out.
    const idle = setInterval(
      () => http && "closeIdleConnections" in http && http.closeIdleConnections(),
      IDLE_CHECK_MILLISECONDS,
    );
    await Promise.all([server.close(), mailer?.stop(), documents.stop()]);
    clearInterval(idle);
    clearTimeout(deadline);
    await Promise.all([snapshotsClosed(services.db), services.ledger.stop(), pageThreads?.stop()]);
    const makeLastBackup = await backups?.beforeClosing();
    if (!isInPlace(services.db.$client)) log.error("the database's files were moved, so its log was left alone");
    closeDatabase(services.db);
    // After closing the database, so that it is complete even if the process is killed during the backup.
    await makeLastBackup?.();
    releaseUploads();
    releaseDatabase();
    log.info("stopped");
    log.flush(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void stop(signal));
  // Last, because the reader of this line may send one of these signals.
  log.info({ host: address.address, port: address.port }, "listening");
  return address;
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

function warnOfWeakSettings({ settings, db, log }: Services): void {
  if (!settings.secureOrigin) log.warn("PUBLIC_ORIGIN is not https, so cookies are not marked Secure and HSTS is off");
  if (settings.officialBanner && !/^https:.*\.(gov|mil)$/.test(settings.publicOrigin ?? "")) {
    log.warn("OFFICIAL_BANNER is on, but PUBLIC_ORIGIN is not an https address under .gov or .mil");
  }
  if (settings.passkeys && settings.publicOrigin === null) {
    log.warn("PASSKEYS is on, but PUBLIC_ORIGIN is not set, so passkeys work only at http://localhost");
  }
  if (!hasSystemAdministrator(db)) {
    log.warn("there is no system administrator: set ADMIN_EMAIL and ADMIN_PASSWORD, then restart");
  }
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) void start();
