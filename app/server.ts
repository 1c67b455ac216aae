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
import { claimDatabase, closeDatabase, snapshotsClosed } from "#db/open";
import type { Services } from "~/operations/services";
import { createDispatchers, createFetchHandler } from "~/web/fetch-handler.server";
import { announceRoutes, readDocumentFrom } from "~/web/openapi/described-routes.server";
import { answerPages } from "~/web/page-threads/answer-pages.server";
import type { PageWorkerData } from "~/web/page-threads/messages";
import { pageThreadsOf } from "~/web/page-threads/page-threads.server";
import { CONNECTION_OPTIONS, guardConnections } from "~/web/transport/connections";
import { listen } from "~/web/transport/listening";
import { createLog, guardWrites, openServices } from "~/web/transport/services.server";
import { drainUnreadBodies } from "~/web/transport/unread-body";
import { checkDataPlaces } from "./backup/data-places.server";
import { refuseLostDatabase } from "./backup/lost-database.server";
import { refuseUnfinishedRestore } from "./backup/restore.server";
import { hasSystemAdministrator } from "./domain/account-administration/administrators.server";
import { openBackgroundReading } from "./domain/document-text/background.server";
import { removeOrphanedContent } from "./domain/engagement/attachment-content.server";
import { ensureFirstAdmin } from "./domain/government-user/first-admin.server";
import { startUpkeep } from "./server-upkeep";
import { readSettings } from "./settings.server";
import { claimUploads } from "./storage/claim-uploads.server";

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

/** What the threads of the server run. */
interface ThreadFiles {
  search: string;
  pages: string;
}

/**
 * Starts the server. If it cannot, it prints a one-line reason and ends the process.
 * @param documentReader the address of the host that reads documents. Null if there is none
 * @param threads what its threads run. Null in development, where they would run the code of an old build
 * @param socket the file descriptor of a socket to listen on instead of HOST and PORT. Null if there is none
 * @returns the address where it listens
 */
export async function start(
  documentReader: string | null = null,
  threads: ThreadFiles | null = null,
  socket: number | null = null,
): Promise<AddressInfo> {
  try {
    return await run(documentReader, threads, socket);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return process.exit(1);
  }
}

/** Opens the data, listens, and stops cleanly on SIGTERM or SIGINT. */
async function run(
  documentReader: string | null,
  threads: ThreadFiles | null,
  socket: number | null,
): Promise<AddressInfo> {
  const settings = readSettings();
  const log = createLog(settings);
  const withoutBackups = checkDataPlaces(settings);
  if (withoutBackups) log.error({ fault: withoutBackups }, "no backups until this setting is fixed");
  refuseUnfinishedRestore(settings.databasePath);
  refuseLostDatabase(settings);
  const releaseDatabase = claimDatabase(settings.databasePath);
  const isStandby = settings.standbyDataAt !== null;
  // The uploads of a standby belong to the program that starts its servers.
  const releaseUploads = isStandby ? () => {} : claimUploads(settings.uploadsDir);
  const foreignLog = setForeignLogAside(settings.databasePath);
  if (foreignLog) log.warn({ foreignLog }, "set aside a log (-wal) that belongs to another database");
  readDocumentFrom(fileURLToPath(new URL("api-document.json", import.meta.url)));
  const services = await openServices(settings, log, threads?.search);
  const admin = isStandby ? null : await ensureFirstAdmin(services);
  if (admin) log.info({ email: admin }, "created the first system administrator");
  warnOfWeakSettings(services);
  // Before the server listens. After that, an upload may be writing content that has no row yet.
  const removed = isStandby ? 0 : removeOrphanedContent(services.db);
  if (removed > 0) log.info({ removed }, "removed the remains of an unfinished upload");

  const documents = await openBackgroundReading(services, documentReader);
  guardWrites(services);
  const pageThreads = threads && pageThreadsOf(services, threads.pages);
  const server = serve({
    fetch: createFetchHandler(createDispatchers(build as unknown as ServerBuild), services, {
      clientFolder: dirname(build.assetsBuildDirectory),
      pageThreads,
    }),
    gracefulShutdown: false,
    // The fetch handler refuses requests without a Host header, in the API's error format.
    node: { ...CONNECTION_OPTIONS, requireHostHeader: false },
    silent: true,
    manual: true,
  });
  const http = server.node?.server as Server;
  drainUnreadBodies(http);
  guardConnections(http, settings);
  // Last of what takes time. A signal that came after the first connection and before its handler would break that off.
  const { address, stop: stopServing } = await listen(http, settings, socket);

  const upkeep = startUpkeep(services, { documents, pageThreads });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, "stopping");
    upkeep.end();
    await Promise.all([stopServing(), upkeep.mailer?.stop(), documents.stop()]);
    await Promise.all([snapshotsClosed(services.db), services.ledger.stop(), pageThreads?.stop()]);
    const makeLastBackup = await upkeep.backups?.beforeClosing();
    if (!isInPlace(services.db.$client)) log.error("the database's files were moved, so its log was left alone");
    services.lease?.stop();
    closeDatabase(services.db, { isCopied: services.lease !== null || isStandby });
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
