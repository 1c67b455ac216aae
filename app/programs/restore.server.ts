import { parseArgs } from "node:util";
import { counted } from "~/values/format";
import { restoreSet, verifySet } from "../backup/restore.server";
import { setNames } from "../backup/set.server";
import type { Settings } from "../settings.server";
import type { Program } from "./program";

/** Replaces the database and the uploads with a backup. With `--check`, it only checks whether it could. */
export const restore: Program = {
  usage: [
    "restore [--check] [--public-key <file>] [--accept-key <fingerprint>] [--accept-unsigned]",
    "[--accept-broken-audit-log] [--accept-database-faults] [--without-damaged-uploads] <set>",
  ].join(" "),
  async run(options, settings, say) {
    const { positionals, values } = parseArgs({
      args: [...options],
      options: {
        check: { type: "boolean" },
        "public-key": { type: "string" },
        "accept-key": { type: "string" },
        "accept-unsigned": { type: "boolean" },
        "accept-broken-audit-log": { type: "boolean" },
        "accept-database-faults": { type: "boolean" },
        "without-damaged-uploads": { type: "boolean" },
      },
      allowPositionals: true,
    });
    const [set, ...more] = positionals;
    if (set === undefined || more.length > 0) throw new Error(`Name one backup. ${listOf(settings)}`);
    const verified = verifySet(set, settings, {
      publicKeyFile: values["public-key"],
      acceptKey: values["accept-key"],
      acceptUnsigned: values["accept-unsigned"],
      brokenAuditLog: values["accept-broken-audit-log"],
      databaseFaults: values["accept-database-faults"],
      damagedUploads: values["without-damaged-uploads"],
    });
    const { brokenAuditLog, databaseFaults, withoutUploads } = verified;
    const { createdAt, uploads, damaged, lastAudit } = verified.manifest;
    const isWhole = brokenAuditLog === null && databaseFaults.length + withoutUploads.length === 0;
    const contents = `the database and ${counted(uploads.length - withoutUploads.length, "upload")}, as of ${createdAt}`;
    say(`${verified.folder} ${isWhole ? "is intact" : "has the faults that you accepted"}: ${contents}.`);
    if (brokenAuditLog !== null) say(`In the database, ${brokenAuditLog}`);
    for (const fault of databaseFaults) say(fault);
    for (const key of withoutUploads) say(`The upload ${key} is missing or damaged, so it was not restored.`);
    say(verified.signedBy === null ? "It has no signature." : `It is signed with the key ${verified.signedBy}.`);
    if (lastAudit) say(`The last row of its audit log is ${lastAudit.seq}, with the hash ${lastAudit.hash}.`);
    for (const key of damaged) say(`The upload ${key} was already missing or damaged when this backup was made.`);
    if (values.check) return true;

    const aside = await restoreSet(verified, settings, new Date());
    say(`Restored to ${settings.databasePath} and ${settings.uploadsDir}. Everyone must sign in again.`);
    if (aside.log !== null) say(`A log that did not belong to the previous database is now at ${aside.log}.`);
    for (const place of [aside.database, aside.uploads]) {
      if (place !== null) say(`The previous data is now at ${place}. Delete it when you no longer need it.`);
    }
    return true;
  },
};

function listOf({ backupDir }: Settings): string {
  const names = setNames(backupDir);
  if (names.length === 0) return `There are no backups in ${backupDir}.`;
  return `${backupDir} has, newest first:\n  ${names.join("\n  ")}\nThe name "latest" means the first one.`;
}
