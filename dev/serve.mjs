/*
 * The server's process in development. It loads the packages that the server needs while nobody waits, then the built
 * server when its parent sends the address, and listens when its parent says so. Each change gets a new process: none
 * of them keeps anything of an older build.
 */
import { setSourceMapsSupport } from "node:module";
import { tmpdir } from "node:os";
import { startDocumentReader } from "../app/document-reader/start-host.mjs";

// Whatever ends the parent, this process does not outlive it.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
process.umask(0o077);
// For our own code only: the maps of packages take time to read and tell us little.
setSourceMapsSupport(true, { nodeModules: false });

/** @type {(documentReader: string | null) => Promise<{ port: number }>} */
let start;
const reader = startDocumentReader(process.env, tmpdir());

/** @type {Record<string, (value: any) => Promise<unknown>>} */
const STEPS = {
  warm: (/** @type {string[]} */ packages) => Promise.all(packages.map((name) => import(name))),
  load: async (/** @type {string} */ address) => {
    ({ start } = await import(address));
  },
  start: async () => (await start(reader)).port,
};

process.on("message", async (/** @type {{ step: string, value: unknown }} */ { step, value }) => {
  try {
    process.send?.({ step, result: (await STEPS[step]?.(value)) ?? null });
  } catch (error) {
    process.send?.({ step, error: error instanceof Error ? error.stack : String(error) });
  }
});
