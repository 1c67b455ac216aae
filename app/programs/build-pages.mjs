/**
 * Builds the pages and the server with Remix's compiler, and bundles what it made for browsers a second time. By itself, it
 * makes one small file for each set of pages that share something: a page loaded up to 60, and small files compress badly.
 * The second time makes one file of what most pages share, and one for each page with the rest.
 *
 * What only a few pages share is in the file of each. So a module that keeps something from one page to the next must be one
 * that the frame around pages imports.
 */
import { createRequire } from "node:module";
import { relative } from "node:path";
import { minify } from "@swc/core";
import { PAGE_ROUTES } from "../routes.js";

/** What this share of all pages loads, every page loads. */
const MOST = 0.3;

const ours = createRequire(import.meta.url);
const ofRemix = createRequire(ours.resolve("@remix-run/dev"));
const esbuild = ofRemix("esbuild");

/**
 * @typedef {import("esbuild").BuildOptions} BuildOptions
 * @typedef {import("esbuild").Metafile} Metafile
 * @typedef {Metafile["outputs"]} Outputs
 * @typedef {{ metafile: Metafile, outputFiles: import("esbuild").OutputFile[] }} Built
 */

const entryOf = (/** @type {string} */ file) => `browser-route-module:${file}?browser`;
const FRAME = entryOf("root.tsx");
const CLIENT = "app/entry.client.tsx";
const PAGES = new Set(PAGE_ROUTES.map(({ file }) => entryOf(file)));

/**
 * An output with all that it loads at once.
 * @param {Outputs} outputs
 * @param {string} output
 * @param {Set<string>} found
 */
function loadedBy(outputs, output, found = new Set()) {
  if (found.has(output)) return found;
  found.add(output);
  for (const { path, kind } of outputs[output]?.imports ?? []) {
    if (kind === "import-statement") loadedBy(outputs, path, found);
  }
  return found;
}

/**
 * The shared files that the frame or most pages load, and those with a context, which has to be the same everywhere.
 * @param {Outputs} outputs
 * @param {(output: string) => string} textOf
 */
function commonFiles(outputs, textOf) {
  const loads = Object.entries(outputs).flatMap(([output, { entryPoint = "" }]) =>
    PAGES.has(entryPoint) ? [loadedBy(outputs, output)] : [],
  );
  const [frame = ""] = Object.keys(outputs).filter((output) => outputs[output]?.entryPoint === FRAME);
  const ofFrame = loadedBy(outputs, frame);
  return Object.keys(outputs).filter((output) => {
    if (!output.endsWith(".js") || outputs[output]?.entryPoint !== undefined) return false;
    const uses = loads.filter((files) => files.has(output)).length;
    return ofFrame.has(output) || uses >= loads.length * MOST || (uses > 0 && /\bcreateContext\(/.test(textOf(output)));
  });
}

/**
 * What every page loads is 6% smaller with another minifier, which would take too long for every file.
 * @param {import("esbuild").OutputFile} file
 */
async function smaller(file) {
  if (!/(_shared.chunk|root)-\w+\.js$/.test(file.path)) return file;
  const { code } = await minify(file.text, { module: true, compress: { passes: 3 }, mangle: true });
  return { ...file, contents: Buffer.from(code) };
}

/**
 * @param {BuildOptions} options those of the first time
 * @param {Built} first
 * @returns {Promise<Built>}
 */
async function bundleAgain(options, { metafile: { inputs, outputs }, outputFiles }) {
  const addressOf = (/** @type {string} */ output) =>
    `${options.publicPath}${relative(`${options.outdir}`, output).replaceAll("\\", "/")}`;
  const scripts = outputFiles.filter(({ path }) => path.endsWith(".js"));
  const texts = new Map(scripts.map(({ path, text }) => [addressOf(path), text]));
  const sources = new Map(Object.entries(outputs).map(([output, made]) => [addressOf(output), made]));
  const common = commonFiles(outputs, (output) => texts.get(addressOf(output)) ?? "").map(addressOf);
  const commonImports = common.map((address) => `import ${JSON.stringify(address)};\n`).join("");
  const isPage = (entryPoint = "") => entryPoint === CLIENT || entryPoint === FRAME || PAGES.has(entryPoint);
  // A browser never moves to a route of the API, so its list of routes, which every page loads, leaves them out.
  const entries = [...sources].filter(([, { entryPoint }]) => isPage(entryPoint));
  // What a page loads later imports what all pages share too. Else that would be split into two files: with and without it.
  const loadedLater = new Set();

  /** @type {import("esbuild").Plugin} */
  const files = {
    name: "files-of-the-first-time",
    setup(build) {
      build.onResolve({ filter: /.*/ }, ({ path, kind, importer }) => {
        // A file that is neither common nor loaded later is another one for each page.
        if (kind === "dynamic-import") loadedLater.add(path);
        const isShared = kind !== "import-statement" || common.includes(path);
        return { path: isShared ? path : `${path}?${importer.split("?").at(-1)}`, namespace: "first" };
      });
      build.onLoad({ filter: /.*/, namespace: "first" }, ({ path }) => {
        const address = path.replace(/\?.*/, "");
        const isEntry = isPage(sources.get(address)?.entryPoint) || loadedLater.has(path);
        const imports = isEntry ? commonImports : "";
        return { contents: imports + texts.get(address), loader: "js" };
      });
    },
  };
  const again = await esbuild.build({
    ...options,
    entryPoints: Object.fromEntries(
      entries.map(([address]) => [address.slice(`${options.publicPath}`.length).replace(/-\w+\.js$/, ""), address]),
    ),
    minify: true,
    plugins: [files],
  });
  for (const made of /** @type {Outputs[string][]} */ (Object.values(again.metafile.outputs))) {
    const firsts = Object.keys(made.inputs).map((input) => sources.get(input.replace(/^first:|\?.*/g, "")));
    made.inputs = Object.assign({}, ...firsts.map((first) => first?.inputs));
    const entryPoint = made.entryPoint && sources.get(made.entryPoint.replace(/^first:/, ""))?.entryPoint;
    if (entryPoint) made.entryPoint = entryPoint;
  }
  const made = await Promise.all(again.outputFiles.map(smaller));
  return {
    metafile: { inputs, outputs: again.metafile.outputs },
    outputFiles: [...outputFiles.filter((file) => !scripts.includes(file)), ...made],
  };
}

/** @type {{ dispose(): Promise<void> }[]} */
const contexts = [];
const { [ofRemix.resolve("esbuild")]: loaded } = ours.cache;
if (!loaded) throw new Error("esbuild is not where Remix's compiler loads it from");
loaded.exports = {
  ...esbuild,
  __esModule: true,
  async context(/** @type {BuildOptions} */ options) {
    const isOfPages = options.plugins?.some(({ name }) => name === "browser-route-modules");
    const context = await esbuild.context(isOfPages ? { ...options, minify: false } : options);
    contexts.push(context);
    if (!isOfPages) return context;
    return { ...context, rebuild: async () => bundleAgain(options, await context.rebuild()) };
  },
};

/** @type {typeof import("@remix-run/dev/dist/cli/commands.js")} */
const { build } = ours("@remix-run/dev/dist/cli/commands.js");
await build(process.cwd(), "production");
// Otherwise, esbuild's process waits for more to build.
await Promise.all(contexts.map((context) => context.dispose()));
