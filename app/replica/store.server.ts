import * as z from "zod";
import type { ReplicaSettings } from "../settings.server";
import { REPLICA } from "../values/limits";
import { type Claim, claimName, claimsIn, termName } from "./claims";
import { messageOf, rclonePath, runProgram } from "./programs.server";

/* What we read from the store and write to it, through rclone. */

/** Folders of the store. Each term has another one, with Litestream's copy of the database. */
export const CLAIMS = "claims";
export const UPLOADS = "uploads";
export const LEDGER = "ledger";
/** Which of Litestream's copies in a term's folder is the newest. Their times depend on the store's clock. */
const GENERATION = "generation";

/** No file of settings, and no longer tries than the caller has patience for. */
const COMMON = ["--config", "", "--retries", "1", "--low-level-retries", "2", "--contimeout", "5s", "--timeout", "10s"];
/** rclone's exit code if a folder does not exist. */
const NO_FOLDER = 3;

/**
 * Runs one command of rclone.
 * @throws Error with its message if it fails, or takes too long
 */
export async function rclone(
  replica: ReplicaSettings,
  parameters: readonly string[],
  { input, takesLong = false, signal }: { input?: string; takesLong?: boolean; signal?: AbortSignal } = {},
): Promise<string> {
  const outcome = await runProgram(replica.rclonePath, [...COMMON, ...parameters], replica, {
    input,
    signal,
    milliseconds: takesLong ? undefined : REPLICA.requestMilliseconds,
  });
  if (outcome.code !== 0) throw new StoreError(`rclone ${parameters[0]}: ${messageOf(outcome)}`, outcome.code);
  return outcome.stdout;
}

class StoreError extends Error {
  readonly code: number | null;
  constructor(message: string, code: number | null) {
    super(message);
    this.code = code;
  }
}

/** The same for a command on a folder that may not exist yet. @returns null then */
export async function rcloneIfThere(...given: Parameters<typeof rclone>): Promise<string | null> {
  try {
    return await rclone(...given);
  } catch (error) {
    if (error instanceof StoreError && error.code === NO_FOLDER) return null;
    throw error;
  }
}

/** Whatever else is in the folder must not make the listing longer than we read. */
const CLAIM_FILES = `/${"[0-9]".repeat(6)}-${"?".repeat(32)}`;

/** The claims of a store, the newest term last. None if there are none yet. */
export async function readClaims(replica: ReplicaSettings): Promise<Claim[]> {
  const listing = await rcloneIfThere(replica, ["lsf", "--include", CLAIM_FILES, rclonePath(replica, CLAIMS)]);
  return claimsIn((listing ?? "").split("\n"));
}

const generationPath = (replica: ReplicaSettings, term: number) =>
  rclonePath(replica, `${termName(term)}/${GENERATION}`);

/** Says which of Litestream's copies of a term's database to restore. Only the holder of its claim may. */
export async function writeGeneration(replica: ReplicaSettings, term: number, generation: string): Promise<void> {
  await rclone(replica, ["rcat", generationPath(replica, term)], { input: `${generation}\n` });
}

/** Null for a term of a version that did not say it, or whose server has not written yet. */
export async function readGeneration(replica: ReplicaSettings, term: number): Promise<string | null> {
  const folder = rclonePath(replica, termName(term));
  const text = ((await rcloneIfThere(replica, ["cat", "--include", `/${GENERATION}`, folder])) ?? "").trim();
  if (text === "") return null;
  if (!/^[0-9a-f]{16}$/.test(text)) throw new Error(`${generationPath(replica, term)} is damaged.`);
  return text;
}

/** What a claim's file says to the machine that takes over from its holder. */
const claimDetails = z.object({
  /** How long its holder may write without asking the store. 0 if it never asks. */
  leaseSeconds: z.int().min(0),
  /** Whether its holder has stopped and writes no more. */
  isReleased: z.boolean(),
  /** The newest migration of its holder's version. Older claims have none. */
  migration: z.string().optional(),
  host: z.string(),
  at: z.string(),
});

export type ClaimDetails = z.infer<typeof claimDetails>;

const pathOf = (replica: ReplicaSettings, claim: Claim) => rclonePath(replica, `${CLAIMS}/${claimName(claim)}`);

export async function writeClaim(replica: ReplicaSettings, claim: Claim, details: ClaimDetails): Promise<void> {
  await rclone(replica, ["rcat", pathOf(replica, claim)], { input: `${JSON.stringify(details)}\n` });
}

/** Removes a claim, if it is still there. */
export async function removeClaim(replica: ReplicaSettings, claim: Claim): Promise<void> {
  const name = claimName(claim);
  await rcloneIfThere(replica, ["delete", "--include", `/${name}`, rclonePath(replica, CLAIMS)]);
}

/**
 * Removes a claim that others may take for one that is in force.
 * @param why it must not be
 * @throws Error with why, and what an operator has to do, if it cannot be removed
 */
export async function withdrawClaim(replica: ReplicaSettings, claim: Claim, why: string): Promise<void> {
  await removeClaim(replica, claim).catch((error: Error) => {
    throw new Error(`${why} Remove the file ${claimName(claim)} from the claims in the store: ${error.message}`);
  });
}

/** What a claim says. Null if its file is damaged, such as one that a full disk cut off: its name alone makes it a claim. */
export async function readClaim(replica: ReplicaSettings, claim: Claim): Promise<ClaimDetails | null> {
  const text = await rclone(replica, ["cat", pathOf(replica, claim)]);
  try {
    return claimDetails.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
