/*
 * `npm run dev`: compiles each change, runs the server on demonstration data, and reloads the browser. Everything it
 * makes is under .dev, which you may delete. `npm run dev -- --reset` starts with fresh data.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demonstrationPlace } from "~/demo/place";
import { demonstrationEnvironment, prepareDemonstration } from "~/demo/prepare";
import { addressOf, reservePort } from "~/demo/server";
import { signInTable } from "~/demo/sign-ins";
import { readSettings } from "~/settings.server";
import { startCompiler } from "./compiler";
import { openFront } from "./front";
import { createServers } from "./servers";
import { buildAssets, buildMissingAssets, startStyles } from "./styles";
import { watchFiles } from "./watch";

const FOLDER = ".dev";
const BUILD_FOLDER = join(FOLDER, "build");
const PLACE = demonstrationPlace(join(FOLDER, "data"));
/** After a change of one of these the compiler starts over. */
const CONFIGURATION = ["remix.config.js", "app/routes.js", "package.json", "tsconfig.json"];

const say = (text: string) => void process.stdout.write(`${text}\n`);
const complain = (text: string) => void process.stderr.write(`${text}\n`);

/** The server starts at every change, and its data can be made again. */
const DEFAULTS = { BACKUP_INTERVAL_MINUTES: "0" };

async function main(): Promise<void> {
  const { reset = false } = parseArgs({ options: { reset: { type: "boolean" } } }).values;
  process.chdir(join(import.meta.dirname, ".."));
  const environment = demonstrationEnvironment({ ...DEFAULTS, ...process.env }, PLACE);
  const settings = readSettings(environment);
  const port = await reservePort(settings.port, settings.host, "npm run dev");
  await prepareDemonstration(settings, PLACE, { reset, say });
  rmSync(BUILD_FOLDER, { recursive: true, force: true });
  buildMissingAssets();

  const front = openFront();
  const running = Promise.withResolvers<void>();
  const servers = createServers(
    { ...environment, NODE_ENV: "development", HOST: "127.0.0.1", PORT: "0" },
    BUILD_FOLDER,
    {
      say: complain,
      onStop: front.hold,
      onStart(serverPort) {
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
      say(`Compiled in ${milliseconds} ms.`);
      servers.reload();
    },
    onFailed: running.resolve,
  });
  const styles = startStyles((css, milliseconds) => {
    say(`Compiled the styles in ${milliseconds} ms.`);
    front.showStyles(css);
  }, complain);
  const unwatch = watchFiles(["app", "db", ...CONFIGURATION], (files) => {
    const some = (pattern: RegExp) => files.some((file) => pattern.test(file));
    if (some(/\.scss$/)) styles.compile(files);
    if (some(/\/icon-names\.js$/)) buildAssets();
    if (files.some((file) => CONFIGURATION.includes(file))) compiler.restart();
    else if (some(/\.([jt]sx?|mjs|svg|css)$/)) compiler.compile(files);
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
  await front.listen(port, settings.host);
  say(`\n${signInTable()}\n\nThe portal is at ${addressOf(settings.host, port)}. Ctrl+C stops it.`);
}

try {
  await main();
} catch (error) {
  complain(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
