/*
 * `npm run dev`: compiles each change, runs the server on demonstration data, and reloads the browser. Everything it
 * makes is under .dev, which you may delete. `npm run dev -- --reset` starts with fresh data.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demonstrationPlace } from "~/demo/place";
import { demonstrationEnvironment, prepareDemonstration } from "~/demo/prepare";
import { addressOf, portError } from "~/demo/server";
import { shortSignInTable } from "~/demo/sign-ins";
import { readSettings } from "~/settings.server";
import { startCompiler } from "./compiler";
import { openFront } from "./front";
import { shortList } from "./log";
import { pendingMigrations } from "./pending-migrations";
import { createServers } from "./servers";
import { buildAssets, buildMissingAssets, startStyles } from "./styles";
import { watchFiles } from "./watch";

const FOLDER = ".dev";
const BUILD_FOLDER = join(FOLDER, "build");
const PLACE = demonstrationPlace(join(FOLDER, "data"));
/** After a change of one of these the compiler starts over. */
const CONFIGURATION = ["remix.config.js", "app/routes.js", "package.json", "tsconfig.json"];
/** The files that the compiler reads. */
const COMPILED = /\.([jt]sx?|mjs|svg|css)$/;

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

/** The server starts at every change, and its data can be made again. */
const DEFAULTS = { BACKUP_INTERVAL_MINUTES: "0" };

async function main(): Promise<void> {
  const { reset = false } = parseArgs({ options: { reset: { type: "boolean" } } }).values;
  process.chdir(join(import.meta.dirname, ".."));
  const environment = demonstrationEnvironment({ ...DEFAULTS, ...process.env }, PLACE);
  const settings = readSettings(environment);
  // Listens before anything else, so that no other program takes the port meanwhile. Requests wait for the server.
  const front = openFront();
  const port = await front.listen(settings.port, settings.host).catch((cause: unknown) => {
    throw portError(settings.port, "npm run dev", cause);
  });
  await prepareDemonstration(settings, PLACE, { reset, say });
  rmSync(BUILD_FOLDER, { recursive: true, force: true });
  buildMissingAssets();

  const running = Promise.withResolvers<void>();
  /** The migrations that the next server runs when it starts. */
  let pending: readonly string[] = [];
  /** The files that changed since the last successful compilation. */
  const changed = new Set<string>();
  const servers = createServers(
    { ...environment, NODE_ENV: "development", HOST: "127.0.0.1", PORT: "0" },
    BUILD_FOLDER,
    {
      say: complain,
      onStop() {
        pending = pendingMigrations(settings.databasePath);
        front.hold();
      },
      onStart(serverPort) {
        if (pending.length > 0) say(`Ran on the demonstration data: ${shortList(pending)}.`);
        front.serveFrom(serverPort);
        running.resolve();
      },
      onFail() {
        front.fail();
        running.resolve();
      },
    },
  );
  const compiler = startCompiler(BUILD_FOLDER, {
    onCompiled(milliseconds) {
      say(`Compiled ${changed.size === 0 ? "everything" : shortList([...changed])} in ${milliseconds} ms.`);
      changed.clear();
      servers.reload();
    },
    onFailed: running.resolve,
  });
  const styles = startStyles((css, milliseconds) => {
    say(`Compiled the styles in ${milliseconds} ms.`);
    front.showStyles(css);
  }, complain);
  const unwatch = watchFiles(["app", "db", "dev/style-page", ...CONFIGURATION], (files) => {
    const some = (pattern: RegExp) => files.some((file) => pattern.test(file));
    const compiled = files.filter((file) => CONFIGURATION.includes(file) || COMPILED.test(file));
    for (const file of compiled) changed.add(file);
    if (some(/\.scss$/)) styles.compile(files);
    if (some(/\/icon-names\.js$/)) buildAssets();
    if (files.some((file) => CONFIGURATION.includes(file))) compiler.restart();
    else if (compiled.length > 0) compiler.compile(files);
    else if (some(/\.sql$/)) servers.reload();
  });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    front.close();
    await Promise.all([servers.stop(), compiler.stop(), unwatch()]);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop());

  await running.promise;
  say(
    `\n${shortSignInTable()}\n\nThe portal is at ${addressOf(settings.host, port)}, its components at /styles. Ctrl+C stops it.`,
  );
}

try {
  await main();
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
