import { availableParallelism } from "node:os";
import { benchAudit } from "./audit";
import { benchCapacity } from "./capacity";
import { benchExport } from "./export";
import { benchFanOut } from "./fanout";
import { benchMemory } from "./memory";
import { benchPages } from "./pages";
import { benchQueue } from "./queue";
import { benchRequests } from "./requests";
import { benchSignIn } from "./sign-in";
import { benchPageThreads, benchSignedIn } from "./signed-in";
import { benchUploads } from "./uploads";

/*
 * `npm run bench`: compares the product with the simplest programs that do the same, in one run on one machine. Only
 * the ratios are meaningful. The absolute figures depend on the machine.
 */
const parts = {
  requests: benchRequests,
  uploads: benchUploads,
  memory: benchMemory,
  fanout: benchFanOut,
  signin: benchSignIn,
  audit: benchAudit,
  export: benchExport,
  pages: benchPages,
  queue: benchQueue,
  "signed-in": benchSignedIn,
  threads: benchPageThreads,
  capacity: benchCapacity,
};
const chosen = process.argv.slice(2);

process.stdout.write(`Node ${process.version}, ${availableParallelism()} cores\n`);
for (const [name, part] of Object.entries(parts)) {
  if (chosen.length === 0 || chosen.includes(name)) await part();
}
