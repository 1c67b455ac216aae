#!/usr/bin/env node
// Starts the built server in production: `npm start`. With a name, a maintenance program of it, such as `search:check`.
import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { confine } from "./confine.mjs";

// React and Remix look at this when they are loaded, so it is set before the build is.
process.env.NODE_ENV = "production";
// What the server writes is for it alone: the database, uploads, backups.
process.umask(0o077);

const [program, ...options] = process.argv.slice(2);
// better-sqlite3 13 crashes an older process without a message.
const OLDEST_NODE = 24;
if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
  const found = `This needs Node ${OLDEST_NODE} or newer, and this is ${process.version}.`;
  const command = program === undefined ? "npm start" : `npm run ${program}`;
  process.stderr.write(
    `${found} Run \`${command}\`, which uses the Node that \`npm ci\` installed, or install Node ${OLDEST_NODE}.\n`,
  );
  process.exit(program === undefined ? 1 : 2);
}
if (!existsSync("build/index.js")) {
  process.stderr.write("Nothing is built yet. Run `npm run build` first.\n");
  // A program's 1 says that it found something.
  process.exit(program === undefined ? 1 : 2);
}
if (program === undefined) confine(process.env);
// V8 lets a heap as small as this one grow by little: under Node 24 it collected all garbage at every third upload of
// 1 MB. It may grow to twice its size before that.
setFlagsFromString("--heap-growing-percent=100");
const { start, runProgram } = await import("../../build/index.js");
if (program === undefined) await start();
else process.exitCode = await runProgram(program, options);
