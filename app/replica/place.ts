import { join } from "node:path";

/** The files beside the database that belong to its copy on another machine. */
interface ReplicaPlace {
  /** Where the program that copies answers the server. */
  socket: string;
  /** Held while that program runs. */
  lock: string;
  /** Which claim is this machine's. */
  claim: string;
  /** Litestream's settings. */
  litestream: string;
  /** What a promotion fetches, before it is complete. */
  fetched: string;
  /** Where a standby keeps the copies that it serves. */
  copies: string;
}

export const replicaPlace = (ledger: string): ReplicaPlace => ({
  socket: `${ledger}.replica`,
  lock: `${ledger}.replica.lock`,
  claim: `${ledger}.claim.json`,
  litestream: `${ledger}.litestream.json`,
  fetched: `${ledger}.fetched`,
  copies: `${ledger}.standby`,
});

/** Held while `npm run standby` runs. */
export const standbyLock = ({ copies }: ReplicaPlace): string => join(copies, ".lock");
