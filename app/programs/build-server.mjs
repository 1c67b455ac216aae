#!/usr/bin/env node
/**
 * Does once what each start of the built server would do again. A start read 700 files, compiled them, and described the
 * API, which took three times as long.
 *
 * It bundles the server with its libraries into one file, starts that with data of its own, asks for what a start needs
 * first, and keeps what V8 compiled for it. Node's own cache of compiled code does not do: a confined server could only
 * use it if it could write it.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { plainEnvironment } from "../document-reader/confinement.mjs";
import { COMPILED_FILE, DOCUMENT_FILE, loadServer, SERVER_FILE, seal, serverScript } from "./built-server.mjs";

const ours = createRequire(import.meta.url);
/** Newer than the one of Remix's compiler, which cannot limit the length of lines. */
const esbuild = createRequire(ours.resolve("vite"))("esbuild");

/** Libraries with native code, those that are loaded at their first use, and one that nothing here uses. */
const BESIDE = [
  "better-sqlite3",
  "@node-rs/bcrypt",
  "koffi",
  "nodemailer",
  "@simplewebauthn/server",
  "@zxcvbn-ts/*",
  "undici",
];

process.env.NODE_ENV = "production";

/**
 * React as a module. Otherwise, each file that imports it gets an object with a getter for everything in it: 22,000 of
 * them, and one is called for each element of a page.
 */
const reactAsModule = {
  name: "react-as-module",
  setup(/** @type {import("esbuild").PluginBuild} */ { onResolve, onLoad }) {
    onResolve({ filter: /^react(-dom|\/jsx-runtime)?$/ }, ({ path, kind }) =>
      kind === "import-statement" ? { path, namespace: "react-as-module" } : undefined,
    );
    onLoad({ filter: /.*/, namespace: "react-as-module" }, ({ path }) => {
      const names = Object.keys(ours(path)).map((name) => `export const ${name} = all.${name};`);
      return {
        contents: ["const all = require(", JSON.stringify(path), "); export default all;", ...names].join(""),
        resolveDir: process.cwd(),
      };
    });
  },
};

// They belong to the build before.
for (const path of [SERVER_FILE, COMPILED_FILE, DOCUMENT_FILE]) rmSync(path, { force: true });

const { outputFiles } = await esbuild.build({
  entryPoints: ["build/index.js"],
  bundle: true,
  write: false,
  platform: "node",
  format: "cjs",
  target: "node24",
  mainFields: ["module", "main"],
  plugins: [reactAsModule],
  minifySyntax: true,
  minifyWhitespace: true,
  lineLimit: 160,
  legalComments: "none",
  external: BESIDE,
  define: { "process.env.NODE_ENV": '"production"', "import.meta.url": "fileAddress" },
  // All of it is strict, as modules are.
  banner: { js: '"use strict"; const fileAddress = require("node:url").pathToFileURL(__filename).href;' },
});
// Neither names nor all line breaks go, because the log shows them when something fails. With one character that is not ASCII,
// V8 would keep two bytes of every character. What is left of them here is in strings and regular expressions.
const code = outputFiles[0].text.replace(
  /[^\0-\x7f]/g,
  (/** @type {string} */ unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
);
writeFileSync(SERVER_FILE, code);

const folder = mkdtempSync(join(tmpdir(), "portal-start-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
// Nothing else, because with someone's settings this server could send mail, ask their sign-in service, or refuse to start.
process.env = {
  ...plainEnvironment(process.env),
  HOST: "127.0.0.1",
  PORT: "0",
  LOG_LEVEL: "error",
  DATABASE_PATH: join(folder, "ledger.sqlite"),
  UPLOADS_DIR: join(folder, "uploads"),
  BACKUP_DIR: join(folder, "backup"),
  BACKUP_INTERVAL_MINUTES: "0",
};

const script = serverScript();
const { start } = loadServer(script);
const { address, port } = await start();
// Not with fetch, which may ask a proxy.
const read = async (/** @type {string} */ path) => {
  const [response] = await once(get({ host: address, port, path }), "response");
  if (response.statusCode !== 200) throw new Error(`${path} returned ${response.statusCode}`);
  return text(response);
};
await read("/healthz");
// Before what comes next, because a start loads all of the compiled code, and should not load what it does not need.
const compiled = script.createCachedData();
writeFileSync(COMPILED_FILE, Buffer.concat([seal(Buffer.from(code), compiled), compiled]));
writeFileSync(DOCUMENT_FILE, await read("/api/openapi.json"));
// Not a signal, which Windows would not let the server handle.
process.emit("SIGTERM");
