import { availableParallelism } from "node:os";
import { benchAudit } from "./audit";
import { benchConditional } from "./conditional";
import { benchExport } from "./export";
import { benchFanOut } from "./fanout";
import { benchFeed } from "./feed";
import { benchMemory } from "./memory";
import { benchPages } from "./pages";
import { benchQueue } from "./queue";
import { benchSignIn } from "./sign-in";
import { benchUploads } from "./uploads";

/*
 * `npm run bench`: compares the product with the simplest programs that do the same, in one run on one machine. Only
 * the ratios are meaningful. The absolute figures depend on the machine.
 */
const parts = {
  feed: benchFeed,
  uploads: benchUploads,
  memory: benchMemory,
  fanout: benchFanOut,
  signin: benchSignIn,
  audit: benchAudit,
  export: benchExport,
  conditional: benchConditional,
  pages: benchPages,
  queue: benchQueue,
};
const chosen = process.argv.slice(2);

process.stdout.write(`Node ${process.version}, ${availableParallelism()} cores\n`);
for (const [name, part] of Object.entries(parts)) {
  if (chosen.length === 0 || chosen.includes(name)) await part();
}
