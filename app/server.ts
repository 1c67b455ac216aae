import { realpathSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
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
import { CONNECTIONS } from "~/values/limits";
import { createFetchHandler } from "~/web/fetch-handler.server";
import { announceRoutes, apiDocument } from "~/web/openapi/described-routes.server";
import { CONNECTION_OPTIONS, guardConnections } from "~/web/transport/connections";
import { createLog, openServices } from "~/web/transport/services.server";
import { drainUnreadBodies } from "~/web/transport/unread-body";
import { refuseLostDatabase } from "./backup/lost-database.server";
import { refuseUnfinishedRestore } from "./backup/restore.server";
import { type Backups, keepBackups } from "./backup/schedule.server";
import { removeOrphanedContent } from "./domain/engagement/attachment-content.server";
import { ensureFirstAdmin } from "./domain/government-user/first-admin.server";
import { hasSystemAdministrator } from "./domain/government-user/queries.server";
import { forgetOldDrafts } from "./domain/registration/draft.server";
import { expirePageviews } from "./domain/traffic/expiry.server";
import { retryDeliveries } from "./routing/fan-out.server";
import { readSettings } from "./settings.server";
import { claimUploads } from "./storage/claim-uploads.server";
import { isNamed } from "./storage/named-files.server";

// `remix-serve` takes these; started as a program, this file listens by itself.
export * from "@remix-run/dev/server-build";
// `app/programs/backup-worker.mjs` and `app/programs/start.mjs` run these, out of the one build.
export { publishSet } from "./backup/publish.server";
export { runProgram } from "./programs/run.server";

// Under `remix-serve`, which makes no handler of ours.
announceRoutes(build);

/** How long requests under way may take to finish once the server is told to stop. */
const STOP_MILLISECONDS = 10_000;
/** How often a server that stops looks for connections that have become idle. */
const IDLE_CHECK_MILLISECONDS = 50;
const MINUTE_MILLISECONDS = 60_000;
const HOUSEKEEPING_MILLISECONDS = 15 * MINUTE_MILLISECONDS;
/** Oftener than the rest, so that little is to be done each time. */
const SEARCH_UPKEEP_MILLISECONDS = MINUTE_MILLISECONDS;
/** How often notifications that could not be written are tried again. */
const DELIVERY_MILLISECONDS = 30_000;
/** A file without a row may be one whose row is about to be committed; after an hour it is not. */
const SWEEP_AGE_MILLISECONDS = 60 * MINUTE_MILLISECONDS;

/**
 * Starts the server, or says in one line why it cannot and ends the process.
 * @returns where it listens
 */
export async function start(): Promise<AddressInfo> {
  try {
    return await run();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}

/** Opens everything, listens, and stops whole on SIGTERM or SIGINT. */
async function run(): Promise<AddressInfo> {
  const settings = readSettings();
  const log = createLog(settings);
  refuseUnfinishedRestore(settings.databasePath);
  refuseLostDatabase(settings);
  const releaseDatabase = claimDatabase(settings.databasePath);
  const releaseUploads = claimUploads(settings.uploadsDir);
  const foreignLog = setForeignLogAside(settings.databasePath);
  if (foreignLog) log.warn({ foreignLog }, "set aside a log (-wal) of another database than the one beside it");
  const services = await openServices(settings, log);
  const admin = await ensureFirstAdmin(services);
  if (admin) log.info({ email: admin }, "made the first system administrator");
  warnOfWeakSettings(services);
  // Only now: once the server listens, an upload may be writing what it has no row for yet.
  const removed = removeOrphanedContent(services.db);
  if (removed > 0) log.info({ removed }, "removed what an upload left behind that never finished");

  const server = serve({
    fetch: createFetchHandler(build as unknown as ServerBuild, services, {
      clientFolder: dirname(build.assetsBuildDirectory),
    }),
    port: settings.port,
    hostname: settings.host,
    gracefulShutdown: false,
    // A request without Host is refused by the fetch handler, in the API's own form.
    node: { ...CONNECTION_OPTIONS, backlog: CONNECTIONS.backlog, requireHostHeader: false },
    silent: true,
  });
  // Before anyone is served: it takes a tenth of a second, and the first reader of the API's pages would keep others waiting.
  apiDocument(settings);
  const http = server.node?.server;
  if (http) {
    drainUnreadBodies(http as Server);
    guardConnections(http as Server, settings);
  }
  await server.ready();
  const address = http?.address() as AddressInfo;
  log.info({ host: address.address, port: address.port }, "listening");

  services.search.prepare().catch(failedUnlessStopped(services, "preparing the search"));
  const housekeeping = [
    setInterval(() => keepHouse(services), HOUSEKEEPING_MILLISECONDS),
    setInterval(() => keepSearch(services), SEARCH_UPKEEP_MILLISECONDS),
    setInterval(() => keepDelivering(services), DELIVERY_MILLISECONDS),
  ];
  keepHouse(services);
  keepSearch(services);
  keepDelivering(services);
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
    // Closing ends the connections that are idle then; those whose last answer comes later would wait for their time-out.
    const idle = setInterval(
      () => http && "closeIdleConnections" in http && http.closeIdleConnections(),
      IDLE_CHECK_MILLISECONDS,
    );
    await server.close();
    clearInterval(idle);
    clearTimeout(deadline);
    await snapshotsClosed(services.db);
    const makeLastBackup = await backups?.beforeClosing();
    if (!isInPlace(services.db.$client)) log.error("the database's files were moved: its log was left as it is");
    closeDatabase(services.db);
    // Only now: if someone ends the process before the backup is made, the database is whole.
    await makeLastBackup?.();
    releaseUploads();
    releaseDatabase();
    log.info("stopped");
    log.flush(() => process.exit(0));
  };
  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => void stop(signal));
  return address;
}

/** Removes what no request can use any more, and keeps plans fitting to the data; a fault is logged and tried again at the next turn. */
function keepHouse(services: Services): void {
  const { db, settings, files, clock, log } = services;
  const now = clock();
  // What is in the files' place now may name uploads that this database does not.
  if (!isInPlace(db.$client)) {
    log.error("housekeeping failed: the database's files were moved");
    return;
  }
  try {
    withLockWait(db, 0, () => {
      forgetExpiredSessions({ db, settings }, now);
      forgetOldReceipts(db, now);
      forgetOldDrafts(db, now);
      refreshStatistics(db);
    });
  } catch (error) {
    log.error({ err: error }, "housekeeping failed");
  }
  forgetOldAttempts(db, now).catch(failedUnlessStopped(services, "forgetting old attempts"));
  expirePageviews(services)
    .then((removed) => removed > 0 && log.info({ removed }, "removed expired page views"))
    .catch(failedUnlessStopped(services, "removing expired page views"));
  files
    .sweep((key) => isNamed(db, key), new Date(now.getTime() - SWEEP_AGE_MILLISECONDS))
    .then((removed) => removed > 0 && log.info({ removed }, "swept files without a row"))
    .catch((error: unknown) => log.error({ err: error }, "sweeping failed"));
}

/** Backups of this server; null where they are turned off. */
function backupsOf({ db, settings, clock, log }: Services): Backups | null {
  if (settings.backupIntervalMinutes === 0) return null;
  return keepBackups({ db, place: settings, written: () => writesMade(db), clock, log });
}

function keepSearch(services: Services): void {
  services.search.keepHouse().catch(failedUnlessStopped(services, "housekeeping of the search"));
}

function keepDelivering(services: Services): void {
  retryDeliveries(services).catch(failedUnlessStopped(services, "delivering notifications"));
}

/** Logs what failed in the background, but not that the database was closed under it. */
function failedUnlessStopped({ db, log }: Services, what: string): (error: unknown) => void {
  return (error) => {
    if (db.$client.open) log.error({ err: error }, `${what} failed`);
  };
}

function warnOfWeakSettings({ settings, db, log }: Services): void {
  if (!settings.secureOrigin) log.warn("PUBLIC_ORIGIN is not https: cookies are not marked Secure and HSTS is off");
  if (settings.officialBanner && !/^https:.*\.(gov|mil)$/.test(settings.publicOrigin ?? "")) {
    log.warn("OFFICIAL_BANNER speaks of https and of .gov or .mil, and PUBLIC_ORIGIN is no such address");
  }
  if (!hasSystemAdministrator(db)) {
    log.warn("there is no system administrator: set ADMIN_EMAIL and ADMIN_PASSWORD and start again");
  }
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) await start();
