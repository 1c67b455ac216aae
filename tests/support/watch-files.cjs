/*
 * Loaded first in a server and its threads (`NODE_OPTIONS=--require …`). Records each call of node:fs that may open, link or
 * rename the database file or one of SQLite's files next to it. Ignores calls that only look up names.
 */
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { resolve } = require("node:path");
const { fileURLToPath } = require("node:url");

const { DATABASE_PATH, WATCHED_CALLS } = process.env;
const LOOKUPS = /^_|^(exists|stat|lstat|statfs|access|realpath|mkdir|readdir|readlink|watch|unwatch)/;
const SUFFIXES = ["", "-wal", "-shm", "-journal", ".lock", ".lock-journal"];

if (DATABASE_PATH && WATCHED_CALLS) {
  const { appendFileSync } = fs;
  const watched = new Set(SUFFIXES.map((suffix) => resolve(DATABASE_PATH) + suffix));
  const pathOf = (value) => {
    if (value instanceof URL) return value.protocol === "file:" ? fileURLToPath(value) : "";
    return typeof value === "string" || Buffer.isBuffer(value) ? resolve(String(value)) : "";
  };
  let isRecording = false;
  const watch = (module, name) => {
    const call = module[name];
    module[name] = Object.assign(function (...values) {
      // Only the first two values can be paths.
      const path = isRecording
        ? undefined
        : values
            .slice(0, 2)
            .map(pathOf)
            .find((one) => watched.has(one));
      if (path !== undefined) {
        isRecording = true;
        appendFileSync(WATCHED_CALLS, `${JSON.stringify({ name, path, stack: new Error().stack })}\n`);
        isRecording = false;
      }
      return Reflect.apply(call, this, values);
    }, call);
  };
  for (const module of [fs, fs.promises]) {
    for (const name of Object.keys(module)) {
      if (typeof module[name] === "function" && /^[a-z]/.test(name) && !LOOKUPS.test(name)) watch(module, name);
    }
  }
  syncBuiltinESMExports();
}
