import { existsSync, statfsSync, statSync } from "node:fs";
import { relative } from "node:path";
import { parseArgs } from "node:util";
import { claimLock, DEMONSTRATION_MARK, isLocked, LOG_SUFFIXES, openMigratedDatabase } from "#db/open";
import { counted } from "~/values/format";
import { isOnThisMachine } from "~/values/network/mail-server";
import { setNames } from "../backup/set.server";
import { signingKeyPath } from "../backup/signing-key";
import { readOwnClaim } from "../replica/own-claim.server";
import { replicaPlace, standbyLock } from "../replica/place";
import { askForReport } from "../replica/report.server";
import type { Settings } from "../settings.server";
import { REPLICA } from "../values/limits";
import { networkFileSystem } from "./network-file-system";
import type { Program } from "./program";

/**
 * Checks whether settings and data are safe for the public internet. Run it as the server's user, in its environment.
 */
export const deployCheck: Program = {
  usage: "check:deploy",
  async run(options, settings, say) {
    parseArgs({ args: [...options], options: {} });
    const ledger = readLedger(settings);
    const weaknesses = [...WEAKNESSES.flatMap((find) => find(settings, ledger)), ...replacedText(settings)];
    for (const text of weaknesses) say(`weak  ${text}`);
    for (const text of NOTES.flatMap((find) => find(settings, ledger))) say(`note  ${text}`);
    for (const text of await offsiteCopyNotes(settings)) say(`note  ${text}`);
    say(weaknesses.length === 0 ? "Ready to deploy." : `Not ready to deploy: ${counted(weaknesses.length, "fault")}.`);
    return weaknesses.length === 0;
  },
};

/** The facts from the database that these checks need. */
interface Ledger {
  isDemonstration: boolean;
  systemAdministrators: number;
  waitingMails: number;
}

function readLedger({ databasePath }: Settings): Ledger | null {
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
      waitingMails: count("SELECT count(*) FROM outbox WHERE state = 'WAITING'"),
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
      "SESSION_SECRET is not set: the key is stored in the database instead, and so in every copy of it. Set it.",
    ),
  ({ secureOrigin }) =>
    when(!secureOrigin, "PUBLIC_ORIGIN is not https: anyone on the network can read passwords and sessions."),
  (settings) => dataPlaces(settings).filter(isOpenToAll).map(openText),
  ({ databasePath }) => {
    const name = existsSync(databasePath) ? networkFileSystem(statfsSync(databasePath).type) : null;
    return when(
      name !== null,
      `The database is on ${name}, where SQLite's locks may not work and writes can be lost. Keep it on a local disk.`,
    );
  },
  ({ databasePath, backupDir }) =>
    when(
      !relative(backupDir, databasePath).startsWith(".."),
      "The database and the key that signs backups are in BACKUP_DIR: anyone with a copy of that folder can forge backups. Move one of them.",
    ),
  ({ demonstration, mail }) =>
    when(
      demonstration && mail !== null,
      "DEMONSTRATION is true and SMTP_URL is set: strangers can make the server send mail. Unset SMTP_URL.",
    ),
  ({ demonstration, credentialsLocked }) =>
    when(
      demonstration && !credentialsLocked,
      "DEMONSTRATION is true and DEMO_LOCK_CREDENTIALS is false: anyone can sign in and change the public passwords.",
    ),
  ({ demonstration }, ledger) =>
    when(
      ledger?.isDemonstration === true && !demonstration,
      "The database is the demonstration's, and its passwords are public.",
    ),
];

/** Facts worth knowing, which may be intended. */
const NOTES: readonly Find[] = [
  ({ databasePath }, ledger) =>
    when(ledger === null, `There is no database at ${databasePath} yet. Run this again after the first start.`),
  (_settings, ledger) =>
    when(ledger?.systemAdministrators === 0, "There is no system administrator. Set ADMIN_EMAIL and ADMIN_PASSWORD."),
  ({ firstAdmin }, ledger) =>
    when(
      firstAdmin !== null && (ledger?.systemAdministrators ?? 0) > 0,
      "ADMIN_PASSWORD is still set and no longer needed. Remove it from the environment.",
    ),
  ({ demonstration, credentialsLocked }) =>
    when(!demonstration && credentialsLocked, "DEMO_LOCK_CREDENTIALS is not false: no one can change a password."),
  ({ mail }) =>
    when(
      mail !== null && !mail.server.secure && !mail.server.requiresTls && !isOnThisMachine(mail.server.host),
      "SMTP_URL allows mail without TLS: anyone on the way to the mail server can read it, and use the password links in it.",
    ),
  ({ mail }) =>
    when(
      mail !== null && isNoRealHost(mail.from.address.slice(mail.from.address.lastIndexOf("@") + 1)),
      "MAIL_FROM is an address that cannot exist: mail servers refuse such mail. Set an address of your domain.",
    ),
  ({ mail, credentialsLocked }) =>
    when(
      mail !== null && credentialsLocked,
      "SMTP_URL is set and DEMO_LOCK_CREDENTIALS is not false: nobody can ask for a password link by mail.",
    ),
  ({ mail }, ledger) =>
    when(
      mail === null && (ledger?.waitingMails ?? 0) > 0,
      `SMTP_URL is not set, and ${counted(ledger?.waitingMails ?? 0, "mail waits", "mails wait")} in the outbox.`,
    ),
  ({ passkeys, publicOrigin }) =>
    when(
      passkeys && publicOrigin === null,
      "PASSKEYS is on, but PUBLIC_ORIGIN is not set: passkeys work only at http://localhost.",
    ),
  ({ secureOrigin, trustedProxyHops }) =>
    when(
      secureOrigin && trustedProxyHops === 0,
      "TRUSTED_PROXY_HOPS is 0: everyone has the address of the TLS proxy, and shares its limits.",
    ),
  ({ backupIntervalMinutes }) =>
    when(backupIntervalMinutes === 0, "BACKUP_INTERVAL_MINUTES is 0: the server makes no backups."),
  ({ backupDir }, ledger) =>
    when(ledger !== null && setNames(backupDir).length === 0, `There are no backups in ${backupDir}.`),
  ({ databasePath, backupDir }) =>
    when(
      areOnOneDisk(backupDir, databasePath),
      "The backups are on the same disk as the database. Copy them elsewhere too.",
    ),
  ({ databasePath, replica }) =>
    when(
      replica?.store.kind === "file" && areOnOneDisk(replica.store.folder, databasePath),
      "The folder of REPLICA_URL is on the same disk as the database. Is the other machine's disk mounted?",
    ),
  ({ databasePath }) =>
    when(
      existsSync(databasePath) && statSync(databasePath).uid === 0,
      "The database belongs to root. Run the service as its own user.",
    ),
];

/** What there is to say about the copy on another machine. */
async function offsiteCopyNotes({ replica, databasePath }: Settings): Promise<string[]> {
  if (!replica) return [];
  if (isStandingBy(databasePath)) {
    return ["This machine stands by for another one. Repeat this after `npm run promote` and the start of the server."];
  }
  const report = await askForReport(replicaPlace(databasePath).socket);
  if (!report) return ["REPLICA_URL is set, but `npm run replicate` is not running: nothing copies the data."];
  const behind = [report.database.behindSeconds, report.uploads.behindSeconds];
  return [
    ...when(
      report.leaseSeconds > 0 && report.leaseMilliseconds === 0,
      "The server has no lease, so it refuses all changes and sign-ins.",
    ),
    ...when(
      behind.some((seconds) => seconds === null || seconds > REPLICA.warnSeconds),
      `The copy on the other machine is behind: the database by ${secondsText(behind[0])}, the uploads by ${secondsText(behind[1])}.`,
    ),
    ...when(
      replica.leaseSeconds === 0,
      "REPLICA_LEASE_SECONDS is 0: if a standby is promoted while this server runs, both write.",
    ),
    ...(report.problem === null ? [] : [report.problem]),
  ];
}

function replacedText({ replica, databasePath }: Settings): string[] {
  if (!replica) return [];
  const isReplaced = readOwnClaim(replicaPlace(databasePath).claim)?.isReplaced ?? false;
  return when(
    isReplaced,
    "Another server has taken this one's place, so it refuses all requests. Its data is elsewhere now. To go on here, run `npm run promote`.",
  );
}

/** Whether `npm run standby` runs here. */
function isStandingBy(databasePath: string): boolean {
  const lock = standbyLock(replicaPlace(databasePath));
  if (!existsSync(lock)) return false;
  try {
    claimLock(lock, "")();
    return false;
  } catch (error) {
    if (error instanceof Error && isLocked(error.cause)) return true;
    throw error;
  }
}

const secondsText = (seconds: number | null | undefined) =>
  seconds == null ? "all of it" : counted(Math.round(seconds), "second");

/** Domains that no mail server delivers to (RFC 2606, RFC 6761). */
const isNoRealHost = (host: string) => /(^|\.)(example(\.(com|net|org))?|invalid|localhost|test)$/i.test(host);

const dataPlaces = ({ databasePath, uploadsDir, backupDir }: Settings): string[] =>
  [
    databasePath,
    ...LOG_SUFFIXES.map((suffix) => databasePath + suffix),
    signingKeyPath({ databasePath }),
    uploadsDir,
    backupDir,
  ].filter(existsSync);

/** Whether both are there, and on the same disk. */
const areOnOneDisk = (one: string, other: string) =>
  existsSync(one) && existsSync(other) && statSync(one).dev === statSync(other).dev;

const OTHERS = 0o007;
const modeOf = (path: string) => statSync(path).mode & 0o777;
const isOpenToAll = (path: string) => (modeOf(path) & OTHERS) !== 0;
const openText = (path: string) =>
  `${path} is open to everyone on this machine (mode ${modeOf(path).toString(8)}). Run chmod o-rwx on it.`;
