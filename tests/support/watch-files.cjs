/*
 * Loaded into a server before anything else (`NODE_OPTIONS=--require …`), its threads included: notes each call of
 * node:fs that may open, link or rename the server's database file or a file that SQLite keeps beside it. Calls that look
 * at names only are harmless.
 */
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { resolve } = require("node:path");
const { fileURLToPath } = require("node:url");

const { DATABASE_PATH, WATCHED_CALLS } = process.env;
const LOOKS = /^_|^(exists|stat|lstat|statfs|access|realpath|mkdir|readdir|readlink|watch|unwatch)/;
const SUFFIXES = ["", "-wal", "-shm", "-journal", ".lock", ".lock-journal"];

if (DATABASE_PATH && WATCHED_CALLS) {
  const { appendFileSync } = fs;
  const watched = new Set(SUFFIXES.map((suffix) => resolve(DATABASE_PATH) + suffix));
  const pathOf = (value) => {
    if (value instanceof URL) return value.protocol === "file:" ? fileURLToPath(value) : "";
    return typeof value === "string" || Buffer.isBuffer(value) ? resolve(String(value)) : "";
  };
  let isNoting = false;
  const watch = (module, name) => {
    const call = module[name];
    module[name] = Object.assign(function (...values) {
      // A path is one of the first two values; what follows is content.
      const path = isNoting
        ? undefined
        : values
            .slice(0, 2)
            .map(pathOf)
            .find((one) => watched.has(one));
      if (path !== undefined) {
        isNoting = true;
        appendFileSync(WATCHED_CALLS, `${JSON.stringify({ name, path, stack: new Error().stack })}\n`);
        isNoting = false;
      }
      return Reflect.apply(call, this, values);
    }, call);
  };
  for (const module of [fs, fs.promises]) {
    for (const name of Object.keys(module)) {
      if (typeof module[name] === "function" && /^[a-z]/.test(name) && !LOOKS.test(name)) watch(module, name);
    }
  }
  syncBuiltinESMExports();
}
