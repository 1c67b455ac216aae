import type { ReplicaSettings } from "../settings.server";
import { REPLICA } from "../values/limits";
import { type Claim, claimName, claimsIn } from "./claims";
import { messageOf, rclonePath, runProgram } from "./programs.server";

/* What we read from the store and write to it, through rclone. */

/** Folders of the store. Each term has another one, with Litestream's copy of the database. */
export const CLAIMS = "claims";
export const UPLOADS = "uploads";
export const LEDGER = "ledger";

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
  { input, takesLong = false }: { input?: string; takesLong?: boolean } = {},
): Promise<string> {
  const outcome = await runProgram(replica.rclonePath, [...COMMON, ...parameters], replica, {
    input,
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

/** The claims of a store, the newest term last. None if there are none yet. */
export async function readClaims(replica: ReplicaSettings): Promise<Claim[]> {
  const listing = await rcloneIfThere(replica, ["lsf", rclonePath(replica, CLAIMS)]);
  return claimsIn((listing ?? "").split("\n"));
}

/** What a claim's file says, for who takes over from it. */
export interface ClaimDetails {
  /** How long its holder may write without asking the store. 0 if it never asks. */
  leaseSeconds: number;
  /** Whether its holder has stopped and writes no more. */
  isReleased: boolean;
  host: string;
  at: string;
}

const pathOf = (replica: ReplicaSettings, claim: Claim) => rclonePath(replica, `${CLAIMS}/${claimName(claim)}`);

export async function writeClaim(replica: ReplicaSettings, claim: Claim, details: ClaimDetails): Promise<void> {
  await rclone(replica, ["rcat", pathOf(replica, claim)], { input: `${JSON.stringify(details)}\n` });
}

export async function removeClaim(replica: ReplicaSettings, claim: Claim): Promise<void> {
  await rclone(replica, ["deletefile", pathOf(replica, claim)]);
}

export async function readClaim(replica: ReplicaSettings, claim: Claim): Promise<ClaimDetails> {
  return JSON.parse(await rclone(replica, ["cat", pathOf(replica, claim)]));
}
