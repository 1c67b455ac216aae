#!/usr/bin/env node
// Starts the built server in production: `npm start`. With a name, it runs a maintenance program: `search:check`, …
import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { startDocumentReader } from "../document-reader/start-host.mjs";
import { startCopyServer } from "../replica/copy-server.mjs";
import { DATA_PLACES } from "../values/data-places.mjs";
import { collectGarbage, keepThreadsToBuild, loadServer } from "./built-server.mjs";
import { confine } from "./confine.mjs";
import { keepOpen, passedSocket } from "./passed-socket.mjs";

// Set before we load the build, because React and Remix read this when they are loaded.
process.env.NODE_ENV = "production";
// Only the server's user may read what it writes: the database, uploads and backups.
process.umask(0o077);

// In `audit:verify | head`, the reader ends first. Neither the work nor its exit code depends on a reader.
for (const output of [process.stdout, process.stderr])
  output.on("error", (error) => {
    if (!("code" in error) || error.code !== "EPIPE") throw error;
  });

const [program, ...options] = process.argv.slice(2);
// better-sqlite3 13 crashes an older process without a message.
const OLDEST_NODE = 24;
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  const found = `This needs Node ${OLDEST_NODE} or newer, and this is ${process.version}.`;
  const command = program === undefined ? "npm start" : `npm run ${program}`;
  // With options of Node's own, such as --env-file, only the second one works.
  process.stderr.write(
    `${found} \`npm ci\` installed one: run \`${command}\`, or write \`npx node\` in place of \`node\`.\n`,
  );
  process.exit(program === undefined ? 1 : 2);
}
if (!existsSync("build/server.cjs")) {
  process.stderr.write("Nothing is built yet. Run `npm run build` first.\n");
  // For a program, 1 means that it found a problem.
  process.exit(program === undefined ? 1 : 2);
}
/** Long enough for who waited for the start. */
const GARBAGE_MILLISECONDS = 3_000;
// The confined process finds the address in its environment.
const READER = "PORTAL_DOCUMENT_READER";
/** What the server's threads run, relative to the project's root. */
const THREADS = { search: "./app/programs/search-worker.mjs", pages: "./app/programs/page-worker.mjs" };
/**
 * The socket that this server was given, or null.
 * @returns {Promise<number | null>}
 */
const socketOrExit = () =>
  passedSocket(process.env).catch((error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
const socket = program === undefined ? await socketOrExit() : null;
if (program === undefined) {
  const dataFolder = dirname(resolve(process.env.DATABASE_PATH || DATA_PLACES.DATABASE_PATH));
  process.env[READER] ??= startDocumentReader(process.env, dataFolder) ?? "";
  if (socket !== null) await keepOpen(socket);
  confine(process.env);
  keepThreadsToBuild();
  // They are for this process only.
  for (const name of ["LISTEN_FDS", "LISTEN_PID", "LISTEN_FDNAMES"]) delete process.env[name];
}
const { start, runProgram } = loadServer();
if (program === undefined) {
  await start(process.env[READER] || null, THREADS, socket);
  // A third of the heap is what only the start needed. V8 would keep it until the heap has doubled.
  setTimeout(collectGarbage, GARBAGE_MILLISECONDS).unref();
} else {
  const startServer = (/** @type {Record<string, string>} */ settings) =>
    startCopyServer({ ...process.env, ...settings });
  process.exitCode = await runProgram(program, options, startServer);
}
