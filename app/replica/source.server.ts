import { rmSync } from "node:fs";
import { COMPANION_SUFFIXES } from "#db/open";
import type { ReplicaSettings } from "../settings.server";
import { termName } from "./claims";
import { restoreLedger } from "./litestream.server";
import { rclonePath } from "./programs.server";
import { LEDGER, rcloneIfThere, readClaims, readGeneration } from "./store.server";

/**
 * The newest term with a copy of the database. A server that took over and soon ended has none yet. An older copy is
 * never used because a newer one cannot be read.
 * @throws Error if there is none
 */
export async function newestSource(replica: ReplicaSettings): Promise<number> {
  // Not the names of folders: some stores list only those with files directly in them.
  const terms = new Set((await readClaims(replica)).map(({ term }) => term));
  for (const term of [...terms].reverse()) if (await hasSnapshot(replica, term)) return term;
  throw new Error("The store has no copy of a database yet.");
}

/** Only these folders are listed. The others have a file for each quarter of a second with writes. */
const snapshotsOf = (generation: string) => `/generations/${generation}/snapshots/*.snapshot.lz4`;

/**
 * Whether the store has a whole copy of the database in a term.
 * @param generation one of Litestream's copies, which it begins again after a break; any by default
 */
export async function hasSnapshot(replica: ReplicaSettings, term: number, generation = "*"): Promise<boolean> {
  const folder = rclonePath(replica, `${termName(term)}/${LEDGER}`);
  const found = await rcloneIfThere(replica, [
    "lsf",
    "-R",
    "--files-only",
    "--include",
    snapshotsOf(generation),
    folder,
  ]);
  return (found ?? "") !== "";
}

interface Fetching {
  program: string;
  replica: ReplicaSettings;
  /** A path for Litestream's settings. */
  configuration: string;
  /** The path of the database that the copy is of. */
  ledger: string;
}

/**
 * Restores the store's newest copy of the database.
 * @param to the file to make; one that is there is replaced
 */
export async function fetchLedger({ program, replica, configuration, ledger }: Fetching, to: string): Promise<void> {
  const term = await newestSource(replica);
  removeLedger(to);
  await restoreLedger(program, replica, { ledger, configuration, term }, await readGeneration(replica, term), to);
  // Litestream leaves these of the file's former name.
  for (const suffix of COMPANION_SUFFIXES) rmSync(`${to}.tmp${suffix}`, { force: true });
}

/** Removes a copy, with what its server and an interrupted restore left of it. */
export function removeLedger(path: string): void {
  for (const name of [path, `${path}.tmp`]) {
    for (const suffix of ["", ...COMPANION_SUFFIXES, ".lock"]) rmSync(name + suffix, { force: true });
  }
}
