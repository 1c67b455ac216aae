// The built server as `build-server.mjs` makes it: one file with the libraries, and beside it what V8 made of that file.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { constants, runInNewContext, Script } from "node:vm";

const inBuild = (/** @type {string} */ name) => fileURLToPath(new URL(`../../build/${name}`, import.meta.url));

/** In CommonJS, because Node takes compiled code that we read ourselves only for scripts. */
export const SERVER_FILE = inBuild("server.cjs");
export const COMPILED_FILE = inBuild("server.compiled");
/** The API's OpenAPI document. */
export const DOCUMENT_FILE = inBuild("api-document.json");

/** Both files begin with the identifier of their build, so that V8 never gets the code of another build. */
export const IDENTIFIER_LENGTH = 64;

/** V8's own, for which Node has no name without an option. It takes about 40 ms with the server's heap. */
export function collectGarbage() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

/**
 * The server's file as a script, with what V8 made of it if that is of the same build, Node and flags. Otherwise, V8
 * compiles it.
 */
export function serverScript() {
  // V8 lets a small heap grow only a little: with Node 24, it ran a full garbage collection at every third upload of 1
  // MB. This lets the heap double first. V8 takes compiled code only with the flags that it had then.
  setFlagsFromString("--heap-growing-percent=100");
  // All of the file is ASCII.
  const source = readFileSync(SERVER_FILE, "latin1");
  return new Script(`(function (exports, require, module, __filename) {${source}\n})`, {
    filename: SERVER_FILE,
    cachedData: compiledCode(source.slice(2, 2 + IDENTIFIER_LENGTH)),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

/** @param {string} identifier of the build */
function compiledCode(identifier) {
  try {
    const compiled = readFileSync(COMPILED_FILE);
    if (compiled.toString("latin1", 0, IDENTIFIER_LENGTH) === identifier) return compiled.subarray(IDENTIFIER_LENGTH);
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
