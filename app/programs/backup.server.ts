import { parseArgs } from "node:util";
import { publishSet } from "../backup/publish.server";
import { counted } from "./counted";
import type { Program } from "./run.server";

/** Makes a backup now. May run while the server does, and while it does not. */
export const backup: Program = {
  usage: "backup",
  async run(options, settings, say) {
    parseArgs({ args: [...options], options: {} });
    const published = await publishSet(settings, new Date());
    if (!published) throw new Error(`Another backup into ${settings.backupDir} is under way: wait for that one.`);
    const { name, uploads, sizeBytes, damaged, removed } = published;
    say(`${settings.backupDir}/${name}`);
    say(`The database (${counted(sizeBytes, "byte")}) and ${counted(uploads, "upload")}, checked.`);
    if (removed.length > 0) say(`Removed, being kept no longer: ${removed.join(", ")}.`);
    for (const key of damaged) say(`The upload ${key} is missing, or is not what its row says.`);
    return damaged.length === 0;
  },
};
