import { parseArgs } from "node:util";
import { counted } from "~/values/format";
import { publishSet } from "../backup/publish.server";
import { ownPublicKey } from "../backup/signing.server";
import { signingKeyPath } from "../backup/signing-key";
import type { Settings } from "../settings.server";
import type { Program } from "./program";

/** Makes a backup now, or prints the public key for verifying sets. It may run with or without the server. */
export const backup: Program = {
  usage: "backup [--public-key]",
  async run(options, settings, say) {
    const { values } = parseArgs({ args: [...options], options: { "public-key": { type: "boolean" } } });
    if (values["public-key"]) return sayPublicKey(settings, say);
    const published = await publishSet(settings, new Date());
    if (!published) throw new Error(`Another backup into ${settings.backupDir} is in progress. Wait for it to finish.`);
    const { name, uploads, sizeBytes, damaged, damagedFiles, problems, removed } = published;
    say(`${settings.backupDir}/${name}`);
    say(`The database (${counted(sizeBytes, "byte")}) and ${counted(uploads, "upload")}, checked.`);
    if (removed.length > 0) say(`Removed old backups: ${removed.join(", ")}.`);
    for (const path of damagedFiles) say(`${path} is missing, or does not match its record.`);
    for (const key of damaged) say(`The backup does not have the upload ${key}: no good copy exists.`);
    for (const problem of problems) say(problem);
    return damagedFiles.length === 0 && problems.length === 0;
  },
};

/** The fingerprint is a comment before the PEM text, so the output is a valid key file. */
function sayPublicKey(settings: Settings, say: (line: string) => void): boolean {
  const key = ownPublicKey(signingKeyPath(settings));
  if (!key) throw new Error("There is no key yet. The first backup creates it. Run this again after that.");
  say(`# fingerprint: ${key.fingerprint}`);
  say(key.pem.trimEnd());
  return true;
}
