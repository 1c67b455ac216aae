import { existsSync, statfsSync, statSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { DEMONSTRATION_MARK, LOG_SUFFIXES, openMigratedDatabase } from "#db/open";
import { counted } from "~/values/format";
import { setNames } from "../backup/set.server";
import { signingKeyPath } from "../backup/signing-key";
import type { Settings } from "../settings.server";
import { networkFileSystem } from "./network-file-system";
import type { Program } from "./program";

/**
 * Checks whether settings and data are safe for the public internet. Run it as the server's user, in its environment.
 */
export const deployCheck: Program = {
  usage: "check:deploy",
  run(options, settings, say) {
    parseArgs({ args: [...options], options: {} });
    const ledger = lookInto(settings);
    const weaknesses = WEAKNESSES.flatMap((find) => find(settings, ledger));
    for (const text of weaknesses) say(`weak  ${text}`);
    for (const text of NOTES.flatMap((find) => find(settings, ledger))) say(`note  ${text}`);
    say(
      weaknesses.length === 0
        ? "Fit to be deployed."
        : `Not fit to be deployed: ${counted(weaknesses.length, "fault")}.`,
    );
    return weaknesses.length === 0;
  },
};

/** The facts from the database that these checks need. */
interface Ledger {
  isDemonstration: boolean;
  systemAdministrators: number;
}

function lookInto({ databasePath }: Settings): Ledger | null {
  if (!existsSync(databasePath)) return null;
  const { $client } = openMigratedDatabase(databasePath);
  try {
    const count = (sql: string, ...values: string[]) =>
      Number(
        $client
          .prepare(sql)
          .pluck()
          .get(...values),
      );
    return {
      isDemonstration: count("SELECT count(*) FROM installation_secret WHERE name = ?", DEMONSTRATION_MARK) > 0,
      systemAdministrators: count("SELECT count(*) FROM user WHERE role = ? AND active = 1", "GOV_SYSTEM_ADMIN"),
    };
  } finally {
    $client.close();
  }
}

/** @param ledger null before the first start. @returns the texts to print, if any */
type Find = (settings: Settings, ledger: Ledger | null) => string[];

const when = (is: boolean, text: string): string[] => (is ? [text] : []);

/** If any of these applies, do not put the service on the internet. */
const WEAKNESSES: readonly Find[] = [
  ({ sessionSecret }) =>
    when(
      sessionSecret === null,
      "SESSION_SECRET is not set: the key in its place lies in the database, and so in every copy of it.",
    ),
  ({ secureOrigin }) =>
    when(!secureOrigin, "PUBLIC_ORIGIN is not https: passwords and sessions cross the network for all to read."),
  (settings) => dataPlaces(settings).filter(isOpenToAll).map(openText),
  ({ databasePath }) => {
    const name = existsSync(databasePath) ? networkFileSystem(statfsSync(databasePath).type) : null;
    return when(
      name !== null,
      `The database is on ${name}, where SQLite's locks may not work: keep it on a local disk, or a write can be lost.`,
    );
  },
  ({ databasePath, backupDir }) =>
    when(
      !relative(backupDir, databasePath).startsWith(".."),
      "The database is in BACKUP_DIR, and so is the key that signs the backups: a copy of that folder can be forged.",
    ),
  ({ demonstration, credentialsLocked }) =>
    when(
      demonstration && !credentialsLocked,
      "DEMONSTRATION is true and DEMO_LOCK_CREDENTIALS is false: whoever signs in may change everybody's known password.",
    ),
  ({ demonstration }, ledger) =>
    when(
      ledger?.isDemonstration === true && !demonstration,
      "The database is the demonstration's, whose passwords everybody knows.",
    ),
];

/** Facts worth knowing, which may be intended. */
const NOTES: readonly Find[] = [
  ({ databasePath }, ledger) =>
    when(ledger === null, `There is no database at ${databasePath} yet: run this again after the first start.`),
  (_settings, ledger) =>
    when(ledger?.systemAdministrators === 0, "There is no system administrator: set ADMIN_EMAIL and ADMIN_PASSWORD."),
  ({ firstAdmin }, ledger) =>
    when(
      firstAdmin !== null && (ledger?.systemAdministrators ?? 0) > 0,
      "ADMIN_PASSWORD is still set, and needed no more: take it out of the environment.",
    ),
  ({ demonstration, credentialsLocked }) =>
    when(!demonstration && credentialsLocked, "DEMO_LOCK_CREDENTIALS is not false: nobody can change a password."),
  ({ secureOrigin, trustedProxyHops }) =>
    when(
      secureOrigin && trustedProxyHops === 0,
      "TRUSTED_PROXY_HOPS is 0: the proxy that speaks TLS counts as everybody's address, and all share its limits.",
    ),
  ({ backupIntervalMinutes }) =>
    when(backupIntervalMinutes === 0, "BACKUP_INTERVAL_MINUTES is 0: no backups are made."),
  ({ backupDir }, ledger) =>
    when(ledger !== null && setNames(backupDir).length === 0, `There are no backups in ${backupDir}.`),
  ({ databasePath, backupDir }) =>
    when(
      existsSync(backupDir) && existsSync(databasePath) && statSync(backupDir).dev === statSync(databasePath).dev,
      "The backups lie on the disk of the database: copy them elsewhere too.",
    ),
  ({ databasePath }) =>
    when(
      existsSync(databasePath) && statSync(databasePath).uid === 0,
      "The database belongs to root: run the service as a user of its own.",
    ),
];

const dataPlaces = ({ databasePath, uploadsDir, backupDir }: Settings): string[] =>
  [
    databasePath,
    ...LOG_SUFFIXES.map((suffix) => databasePath + suffix),
    signingKeyPath({ databasePath }),
    uploadsDir,
    backupDir,
  ].filter(existsSync);

const OTHERS = 0o007;
const modeOf = (path: string) => statSync(path).mode & 0o777;
const isOpenToAll = (path: string) => (modeOf(path) & OTHERS) !== 0;
const openText = (path: string) =>
  `${path} is open to everybody on this machine (mode ${modeOf(path).toString(8)}): chmod o-rwx it.`;
