// Checks the audit log and the search index in a thread of the server. `checkIfDue` in
// app/domain/service-status/checks.server.ts starts it.
import { parentPort, workerData } from "node:worker_threads";

const { checkLedgerContent } = await import("../../build/index.js");
parentPort?.postMessage(checkLedgerContent(workerData.databasePath));
