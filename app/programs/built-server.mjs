// The built server as `build-server.mjs` makes it: one file with the libraries, and beside it what V8 made of that file.
import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { getPriority, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { constants, runInNewContext, Script } from "node:vm";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

const inBuild = (/** @type {string} */ name) => fileURLToPath(new URL(`../../build/${name}`, import.meta.url));

/** In CommonJS, because Node takes compiled code that we read ourselves only for scripts. */
export const SERVER_FILE = inBuild("server.cjs");
export const COMPILED_FILE = inBuild("server.compiled");
/** The API's OpenAPI document. */
export const DOCUMENT_FILE = inBuild("api-document.json");

/**
 * What the compiled file begins with: a hash of the source and of what V8 made of it. V8 checks neither, and ends the process
 * if its part is damaged.
 * @param {Buffer} source
 * @param {Buffer} compiled
 */
export const seal = (source, compiled) => createHash("sha256").update(source).update(compiled).digest();
const SEAL_BYTES = 32;

/** Tells builds apart without reading them: a new one replaces the file. */
function buildMark() {
  const { ino, size, mtimeMs } = statSync(SERVER_FILE);
  return `${ino} ${size} ${mtimeMs}`;
}

/** The name under which threads find the mark of their server's build. */
const BUILD = "portal build";

/** Has the threads that this process starts later refuse another build. Call it before the build is loaded. */
export const keepThreadsToBuild = () => setEnvironmentData(BUILD, buildMark());

/** A thread gets a third of what the server's own thread gets, if both want more processor time than there is. */
const NICENESS = 5;
const LEAST_PRIORITY = 19;

/** Linux gives each thread its own priority. Without the right to lower it, the thread works as it is. */
function giveWayToServer() {
  if (process.platform !== "linux") return;
  try {
    setPriority(Math.min(LEAST_PRIORITY, getPriority() + NICENESS));
  } catch (error) {
    process.emitWarning(`A thread keeps its priority: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Loads the server for one of its threads, which gives way to the server's own. Its code must be that of its server: a newer
 * build may have taken its place since the server started.
 * @throws Error if the build is another one than `keepThreadsToBuild` found. If nothing called that, any is right
 */
export function loadServerInThread() {
  giveWayToServer();
  const server = loadServer();
  // Afterward, because the build may be replaced at any moment.
  const mark = getEnvironmentData(BUILD);
  if (mark === undefined || mark === buildMark()) return server;
  throw new Error("The build was replaced after the server started. Restart the server.");
}

/** V8's own, for which Node has no name without an option. It takes about 40 ms with the server's heap. */
export function collectGarbage() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  // V8 takes compiled code only with the flags that it had then, and threads of the server start later.
  setFlagsFromString("--no-expose-gc");
}

/**
 * The server's file as a script, with what V8 made of it if that is of the same build, Node and flags. Otherwise, V8
 * compiles it.
 */
export function serverScript() {
  // V8 lets a small heap grow only a little: with Node 24, it ran a full garbage collection at every third upload of 1
  // MB. This lets the heap double first. V8 takes compiled code only with the flags that it had then.
  setFlagsFromString("--heap-growing-percent=100");
  const source = readFileSync(SERVER_FILE);
  // All of the file is ASCII.
  return new Script(`(function (exports, require, module, __filename) {${source.toString("latin1")}\n})`, {
    filename: SERVER_FILE,
    cachedData: compiledCode(source),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** @param {Buffer} source */
function compiledCode(source) {
  try {
    const file = readFileSync(COMPILED_FILE);
    const compiled = file.subarray(SEAL_BYTES);
    if (seal(source, compiled).equals(file.subarray(0, SEAL_BYTES))) return compiled;
  } catch {
    // The server starts without it, only later.
  }
  return undefined;
}

/**
 * What app/server.ts exports.
 * @param {Script} script
 * @returns {typeof import("../server.ts")}
 */
export function loadServer(script = serverScript()) {
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(SERVER_FILE), module, SERVER_FILE);
  return /** @type {typeof import("../server.ts")} */ (module.exports);
}
