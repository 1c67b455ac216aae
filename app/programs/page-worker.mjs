// Reads pages in a thread of the server. `createPageThreads` in app/web/page-threads/page-threads.server.ts starts it.
import { parentPort, workerData } from "node:worker_threads";
import { loadServer, refuseOtherBuild } from "./built-server.mjs";

refuseOtherBuild();
const { answerPagesOfBuild } = loadServer();
if (parentPort) answerPagesOfBuild(parentPort, workerData);
