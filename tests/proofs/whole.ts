import { existsSync } from "node:fs";
import { join } from "node:path";
import { openMigratedDatabase } from "#db/open";
import { verifyAuditChain } from "~/audit/chain.server";
import { digestOf } from "~/backup/durable.server";
import { ledgerFaults } from "~/backup/set.server";
import { namedFiles } from "~/storage/named-files.server";
import type { Place } from "../support/server-process";
import { OUTSIDE_TABLE } from "./outside";
import { type Acknowledged, TABLES } from "./writers";

/**
 * Looks whether a ledger, beside its server or without one, is all that it should be: the database whole, the chain of the
 * audit log unbroken, every file there that a row names, and every row that was acknowledged.
 * @param outside the names of the rows that programs beside the server wrote
 * @returns what is not, in words.
 */
export function faultsOfPlace(
  { settings }: Pick<Place, "settings">,
  acknowledged: readonly Acknowledged[],
  outside: readonly string[] = [],
): string[] {
  const db = openMigratedDatabase(settings.DATABASE_PATH);
  try {
    const { firstBroken } = verifyAuditChain(db);
    const lostFiles = [...namedFiles(db)].filter(({ storageKey, sha256 }) => {
      const path = join(settings.UPLOADS_DIR, storageKey);
      return !existsSync(path) || digestOf(path).sha256 !== sha256;
    });
    const isThere = Object.fromEntries(
      Object.entries(TABLES).map(([kind, table]) => [kind, db.$client.prepare(`SELECT 1 FROM ${table} WHERE id = ?`)]),
    );
    const lostRows = acknowledged.filter(({ kind, id }) => isThere[kind]?.get(id) === undefined);
    const isThereOutside = db.$client.prepare(`SELECT 1 FROM ${OUTSIDE_TABLE} WHERE name = ?`);
    const lostOutside = outside.filter((name) => isThereOutside.get(name) === undefined);
    return [
      ...ledgerFaults(settings.DATABASE_PATH),
      ...(firstBroken ? [`the chain breaks at row ${firstBroken.seq}: ${firstBroken.fault}`] : []),
      ...lostFiles.map(({ storageKey }) => `the file ${storageKey} is not what its row says`),
      ...lostRows.map(({ kind, id }) => `the ${kind} ${id} was acknowledged, and is lost`),
      ...lostOutside.map((name) => `the row ${name} of another program is lost`),
    ];
  } finally {
    db.$client.close();
  }
}

/** How many rows there are of all kinds that writers write. */
export function countRows({ settings }: Pick<Place, "settings">): number {
  const db = openMigratedDatabase(settings.DATABASE_PATH);
  try {
    const count = (table: string) => Number(db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    return Object.values(TABLES).reduce((sum, table) => sum + count(table), 0);
  } finally {
    db.$client.close();
  }
}
