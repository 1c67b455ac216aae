/*
 * `npm run demo`: runs the built server with demonstration data. The first run creates the data, later runs keep it,
 * and `-- --reset` starts over.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readSettings } from "~/settings.server";
import { demonstrationPlace } from "./place";
import { AGENCY, demonstrationEnvironment, prepareDemonstration } from "./prepare";
import { addressOf, reservePort, startServer } from "./server";
import { signInTable } from "./sign-ins";

const PLACE = demonstrationPlace("db/demo");
const USAGE = "Usage: npm run demo [-- --reset]";

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

async function main(): Promise<number> {
  const { reset = false } = parseArgs({ options: { reset: { type: "boolean" } } }).values;
  process.chdir(join(import.meta.dirname, "../.."));
  const environment = demonstrationEnvironment(process.env, PLACE);
  const settings = readSettings(environment);
  const port = await reservePort(settings.port, settings.host, "npm run demo");
  await prepareDemonstration(settings, PLACE, { reset, say });

  const address = addressOf(settings.host, port);
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
