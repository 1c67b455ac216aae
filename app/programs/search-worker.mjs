// Searches a large ledger in a thread of the server. `createSearchThread` in app/search/ledger/search-thread.server.ts starts
// it.
import { parentPort, workerData } from "node:worker_threads";
import { loadServerInThread } from "./built-server.mjs";

const { answerSearches } = loadServerInThread();
if (parentPort) answerSearches(parentPort, workerData);
