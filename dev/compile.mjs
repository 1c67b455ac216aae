/*
 * Compiles the pages and the server with Remix's compiler, each time its parent process sends the files that changed.
 * A process of its own, because Node keeps the route table for as long as a process lives.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const require = createRequire(import.meta.url);
const { dependencies } = require("../package.json");

/**
 * Remix's plugins for what this project does not use (CSS modules, Vanilla Extract, MDX and the like), and the one that
 * leaves packages out of the server, which esbuild can do by itself.
 */
const UNUSED_PLUGINS = [
  "absolute-css-urls-plugin",
  "css-modules-plugin",
  "css-side-effects-plugin",
  "remix-mdx",
  "server-bare-modules",
  "vanilla-extract-plugin",
];
/** The imports that a plugin may answer, where it asks for all of them: routes by absolute path. */
const IMPORTS = /** @type {Record<string, RegExp>} */ ({ "server-route-modules": /^(\/|\w:)/ });

/*
 * esbuild asks plugins about each import and each file, in another process: a third of the time that a change takes. So
 * it only asks those that have something to say.
 */
const remixRequire = createRequire(require.resolve("@remix-run/dev"));
const esbuild = remixRequire("esbuild");
/** @param {import("esbuild").Plugin} plugin */
const narrowed = ({ name, setup }) => ({
  name,
  setup: (/** @type {import("esbuild").PluginBuild} */ build) =>
    setup({
      ...build,
      onResolve: (options, answer) => build.onResolve({ ...options, filter: IMPORTS[name] ?? options.filter }, answer),
    }),
});

/** The files that changed since the browser's build. */
const changed = /** @type {Set<string>} */ (new Set());
/** The files in the server's last build. */
let serverInputs = /** @type {Record<string, unknown>} */ ({});

/**
 * Whether a change concerns the browser's build. It has an entry for every route, even if that exports nothing for the
 * browser yet. A file that neither build knows may be new to both.
 * @param {string} file
 * @param {Record<string, unknown>} inputs of the browser's last build
 */
const concernsBrowser = (file, inputs) =>
  file in inputs || `browser-route-module:${file.replace(/^app\//, "")}?browser` in inputs || !(file in serverInputs);

/**
 * The browser's build, which starts over only if a change concerns it.
 * @param {import("esbuild").BuildContext} context
 */
function browserContext(context) {
  let last = /** @type {import("esbuild").BuildResult | undefined} */ (undefined);
  return {
    ...context,
    async rebuild() {
      const { inputs = {} } = last?.metafile ?? {};
      const files = [...changed];
      changed.clear();
      try {
        if (!last || files.some((file) => concernsBrowser(file, inputs))) last = await context.rebuild();
      } catch (error) {
        for (const file of files) changed.add(file);
        throw error;
      }
      // Their names have a hash of their content, so Remix need not write a file that is there.
      return { ...last, outputFiles: last.outputFiles?.filter(({ path }) => !existsSync(path)) };
    },
  };
}

/** @param {import("esbuild").BuildContext} context */
function serverContext(context) {
  return {
    ...context,
    async rebuild() {
      const result = await context.rebuild();
      serverInputs = result.metafile?.inputs ?? {};
      return result;
    },
  };
}

const { [remixRequire.resolve("esbuild")]: loaded } = require.cache;
if (!loaded) throw new Error("esbuild is not where Remix's compiler loads it from");
loaded.exports = {
  ...esbuild,
  __esModule: true,
  async context(/** @type {import("esbuild").BuildOptions} */ { plugins = [], ...options }) {
    const isServer = options.platform === "node";
    const context = await esbuild.context({
      ...options,
      // Node loads packages while nobody waits (serve.mjs), and finds the lines of our sources without their text.
      ...(isServer && { external: Object.keys(dependencies), sourcesContent: false }),
      plugins: plugins.filter(({ name }) => !UNUSED_PLUGINS.includes(name)).map(narrowed),
    });
    return isServer ? serverContext(context) : browserContext(context);
  },
};

/** @param {string} path a module of Remix's compiler, which exports none of them: package.json pins its version */
const remix = (path) => require(`@remix-run/dev/dist/${path}.js`);
const { readConfig } = remix("config");
const { create } = remix("compiler/compiler");
const { createFileWatchCache } = remix("compiler/fileWatchCache");
const { logThrown } = remix("compiler/utils/log");
const { logger } = remix("tux/logger");

// Ctrl+C reaches this process too. It ends when its parent lets go of it, whatever the reason.
process.on("SIGINT", () => {});

const config = await readConfig(process.cwd());
const fileWatchCache = createFileWatchCache();
// Remix's mode for readable code with React's warnings but without hot module replacement, which would need a socket
// on another port and takes three times as long to compile first.
const compiler = await create({ config, options: { mode: "test", sourcemap: true }, fileWatchCache, logger });

process.on("disconnect", async () => {
  // Without this, esbuild prints a page about its own end.
  if (latest > 0) await compiler.cancel();
  await compiler.dispose();
  process.exit();
});

let latest = 0;
let underWay = Promise.resolve();

/** @param {string[]} files relative to the project's root */
async function compile(files) {
  latest += 1;
  const turn = latest;
  for (const file of files) {
    changed.add(file);
    fileWatchCache.invalidateFile(resolve(file));
  }
  if (turn > 1) await compiler.cancel();
  await underWay;
  if (turn !== latest) return;
  const started = performance.now();
  underWay = compiler.compile().then(
    () => {
      if (turn === latest) process.send?.({ milliseconds: Math.round(performance.now() - started) });
    },
    (/** @type {unknown} */ error) => {
      if (turn === latest) {
        logThrown(error);
        process.send?.({ failed: true });
      }
    },
  );
}

process.on("message", (/** @type {{ files: string[] }} */ { files }) => void compile(files));
await compile([]);
