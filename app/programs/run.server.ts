import { refuseForeignLog } from "#db/foreign-log";
import { hasLeftLog, refuseMismatchedLog } from "#db/left-log";
import { isServed } from "#db/open";
import { refuseUnfinishedRestore } from "../backup/restore.server";
import type { StartServer } from "../replica/standby.server";
import { readSettings } from "../settings.server";
import { accountLink } from "./account-link.server";
import { auditVerify } from "./audit-verify.server";
import { backup } from "./backup.server";
import { deployCheck } from "./deploy-check.server";
import type { Program } from "./program";
import { promote, replicate, standbyWith } from "./replication.server";
import { restore } from "./restore.server";
import { searchCheck } from "./search-check.server";

const programsWith = (startServer: StartServer): ReadonlyMap<string, Program> =>
  new Map([
    ["account:link", accountLink],
    ["audit:verify", auditVerify],
    ["backup", backup],
    ["check:deploy", deployCheck],
    ["promote", promote],
    ["replicate", replicate],
    ["restore", restore],
    ["search:check", searchCheck],
    ["standby", standbyWith(startServer)],
  ]);

/** They do not open the database, or replace it. */
const WITHOUT_DATABASE: ReadonlySet<string> = new Set(["promote", "replicate", "restore", "standby"]);

/** No problem found; a problem found; wrong options, or the program cannot do its work. */
const EXIT = { ok: 0, problem: 1, refused: 2 } as const;

/**
 * Runs a program by name. It prints results on standard output and errors on standard error.
 * @param startServer starts servers for those that need some
 * @returns the exit code
 */
export async function runProgram(name: string, options: readonly string[], startServer: StartServer): Promise<number> {
  const programs = programsWith(startServer);
  const program = programs.get(name);
  if (!program) {
    complain(`There is no program named ${name}. Choose one of these: ${[...programs.keys()].join(", ")}.`);
    return EXIT.refused;
  }
  try {
    const settings = readSettings();
    if (!WITHOUT_DATABASE.has(name)) {
      refuseUnfinishedRestore(settings.databasePath);
      refuseForeignLog(settings.databasePath);
      refuseLeftLog(settings.databasePath);
    }
    const isOk = await program.run(options, settings, (line) => process.stdout.write(`${line}\n`));
    return isOk ? EXIT.ok : EXIT.problem;
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    if (isMisuse(error)) complain(`Usage: node app/programs/start.mjs ${program.usage}`);
    return EXIT.refused;
  }
}

/** Closing the database would fold in a log that a killed server left. A running server has already checked its log. */
function refuseLeftLog(path: string): void {
  if (hasLeftLog(path) && !isServed(path)) refuseMismatchedLog(path);
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Whether `parseArgs` refused the options. */
const isMisuse = (error: unknown) =>
  error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
