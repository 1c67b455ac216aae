#!/usr/bin/env node
// Starts the built server in production: `npm start`. With a name, a maintenance program of it, such as `search:check`.
import { existsSync } from "node:fs";
import { confine } from "./confine.mjs";

// React and Remix look at this when they are loaded, so it is set before the build is.
process.env.NODE_ENV = "production";
// What the server writes is for it alone: the database, uploads, backups.
process.umask(0o077);

const [program, ...options] = process.argv.slice(2);
if (!existsSync("build/index.js")) {
  process.stderr.write("Nothing is built yet. Run `npm run build` first.\n");
  // A program's 1 says that it found something.
  process.exit(program === undefined ? 1 : 2);
}
// From 24.19 on Node ends a process of better-sqlite3 12 at some garbage collection.
const NODE_BEFORE = 24;
if (Number.parseInt(process.versions.node, 10) >= NODE_BEFORE) {
  process.stderr.write(`This runs on Node 20 or 22, and not on ${process.version}.\n`);
  process.exit(program === undefined ? 1 : 2);
}
if (program === undefined) confine(process.env);
const { start, runProgram } = await import("../build/index.js");
if (program === undefined) await start();
else process.exitCode = await runProgram(program, options);
