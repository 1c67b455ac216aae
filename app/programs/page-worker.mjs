// Reads pages in a thread of the server. `createPageThreads` in app/web/page-threads/page-threads.server.ts starts it.
import { parentPort, workerData } from "node:worker_threads";
import { loadServerInThread } from "./built-server.mjs";

const { answerPagesOfBuild } = loadServerInThread();
if (parentPort) answerPagesOfBuild(parentPort, workerData);
