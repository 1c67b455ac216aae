// Makes one backup in a thread of the server. `publishInThread` in app/backup/schedule.server.ts starts it.
import { parentPort, workerData } from "node:worker_threads";
import { loadServerInThread } from "./built-server.mjs";

const { publishSet } = loadServerInThread();
parentPort?.postMessage(await publishSet(workerData.place, workerData.now));
