// Checks the audit log and the search index in a thread of the server. `checkIfDue` in
// app/domain/service-status/checks.server.ts starts it.
import { parentPort, workerData } from "node:worker_threads";
import { loadServerInThread } from "./built-server.mjs";

const { checkLedgerContent } = loadServerInThread();
parentPort?.postMessage(checkLedgerContent(workerData.databasePath));
