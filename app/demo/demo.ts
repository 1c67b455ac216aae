/*
 * `npm run demo`: the built server on a demonstration of its own. The first run seeds it, later runs keep what was
 * done in it, `-- --reset` starts over.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { claimDatabase } from "#db/open";
import { readSettings, type Settings } from "~/settings.server";
import { clearPlace, DEMONSTRATION_PLACE, inspectPlace } from "./place";
import { seedDemonstration } from "./seed";
import { reservePort, startServer } from "./server";
import { signInTable } from "./sign-ins";

const AGENCY = "Office of Technology Partnerships";
const USAGE = "Usage: npm run demo [-- --reset]";

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/**
 * What the demonstration's server reads; the caller's environment has a say in all but whose data it is. Its sign-ins
 * are printed for everybody to read, so it listens to this machine alone unless HOST says otherwise.
 */
function demonstrationEnvironment(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { ADMIN_EMAIL: _email, ADMIN_PASSWORD: _password, ...rest } = given;
  return {
    HOST: "127.0.0.1",
    LOG_LEVEL: "error",
    AGENCY_NAME: AGENCY,
    ...rest,
    ...DEMONSTRATION_PLACE,
    DEMONSTRATION: "true",
  };
}

/** Seeds the place when nothing whole lies there, or when it is to start over. The place must be claimed. */
async function prepare(settings: Settings, reset: boolean): Promise<void> {
  const state = inspectPlace();
  if (state === "seeded" && !reset) return say("The demonstration is there already: its data is kept.");
  if (state !== "empty") {
    say(reset ? "Deleting the demonstration's data." : "The last seeding broke off: starting over.");
    clearPlace();
  }
  say("Seeding the demonstration …");
  const started = performance.now();
  await seedDemonstration(settings, new Date());
  say(`Seeded in ${((performance.now() - started) / 1000).toFixed(1)} seconds.`);
}

async function main(): Promise<number> {
  const { reset = false } = parseArgs({ options: { reset: { type: "boolean" } } }).values;
  process.chdir(join(import.meta.dirname, "../.."));
  const environment = demonstrationEnvironment(process.env);
  const settings = readSettings(environment);

  // Looked at before it is claimed: claiming leaves a lock file, even beside a stranger's database.
  inspectPlace();
  const release = claimDatabase(DEMONSTRATION_PLACE.DATABASE_PATH);
  let port: number;
  try {
    port = await reservePort(settings.port, settings.host);
    await prepare(settings, reset);
  } finally {
    release();
  }

  const host = ["0.0.0.0", "::", "127.0.0.1"].includes(settings.host) ? "localhost" : settings.host;
  const address = `http://${host}:${port}`;
  const server = await startServer({ ...environment, PORT: String(port) }, `${address}/healthz`);
  say(`\n${settings.agencyName ?? AGENCY}: the demonstration is at ${address}\n\n${signInTable()}\n\nCtrl+C stops it.`);
  return server.ended;
}

try {
  process.exitCode = await main();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  const misused = error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`${message}\n${misused ? `${USAGE}\n` : ""}`);
  process.exitCode = 1;
}
