import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { flush } from "../storage/flush.server";
import { hasCode } from "../values/errors";

/*
 * Which claim this machine holds, in a file beside its database. Several ids while it replaces its claim by another one,
 * because a crash may leave either in the store.
 */
const ownClaim = z.object({
  term: z.int().min(1),
  ids: z.array(z.string()).min(1),
  /** Whether another server has taken this one's place, so that its server knows that also where the store does not answer. */
  isReplaced: z.boolean().default(false),
  /** Whether it is the store's first claim, and may not have reached the store. */
  isUnconfirmed: z.boolean().default(false),
});

export type OwnClaim = z.infer<typeof ownClaim>;

/** Null if this machine has never held one. @throws Error if the file is not readable */
export function readOwnClaim(path: string): OwnClaim | null {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
  try {
    return ownClaim.parse(JSON.parse(text));
  } catch {
    throw new Error(`${path} is damaged. It says which claim of the store this machine holds.`);
  }
}

export async function keepOwnClaim(path: string, claim: z.input<typeof ownClaim>): Promise<void> {
  writeFileSync(`${path}.new`, `${JSON.stringify(ownClaim.parse(claim))}\n`);
  await flush(`${path}.new`);
  renameSync(`${path}.new`, path);
  await flush(dirname(path));
}
