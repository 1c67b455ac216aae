import { existsSync } from "node:fs";
import { join } from "node:path";
import { openMigratedDatabase } from "#db/open";
import { verifyAuditChain } from "~/audit/chain.server";
import { digestOf } from "~/backup/durable.server";
import { ledgerFaults } from "~/backup/set.server";
import { namedFiles } from "~/storage/named-files.server";
import type { Place } from "../support/server-process";
import { OTHER_PROGRAMS_TABLE } from "./other-programs";
import { type Acknowledged, TABLES } from "./writers";

/**
 * Checks a ledger, whether its server is running or not: the database is intact, the audit chain is unbroken, and every file
 * and every acknowledged row exists.
 * @param otherRows the names of the rows that other programs wrote
 * @returns a message for each problem
 */
export function problemsOf(
  { settings }: Pick<Place, "settings">,
  acknowledged: readonly Acknowledged[],
  otherRows: readonly string[] = [],
): string[] {
  const db = openMigratedDatabase(settings.DATABASE_PATH);
  try {
    const { firstBroken } = verifyAuditChain(db);
    const lostFiles = [...namedFiles(db)].filter(({ storageKey, sha256 }) => {
      const path = join(settings.UPLOADS_DIR, storageKey);
      return !existsSync(path) || digestOf(path).sha256 !== sha256;
    });
    const exists = Object.fromEntries(
      Object.entries(TABLES).map(([kind, table]) => [kind, db.$client.prepare(`SELECT 1 FROM ${table} WHERE id = ?`)]),
    );
    const lostRows = acknowledged.filter(({ kind, id }) => exists[kind]?.get(id) === undefined);
    const otherRowExists = db.$client.prepare(`SELECT 1 FROM ${OTHER_PROGRAMS_TABLE} WHERE name = ?`);
    const lostOtherRows = otherRows.filter((name) => otherRowExists.get(name) === undefined);
    return [
      ...ledgerFaults(settings.DATABASE_PATH),
      ...(firstBroken ? [`the chain breaks at row ${firstBroken.seq}: ${firstBroken.fault}`] : []),
      ...lostFiles.map(({ storageKey }) => `the file ${storageKey} is missing or differs from its row`),
      ...lostRows.map(({ kind, id }) => `the ${kind} ${id} was acknowledged and lost`),
      ...lostOtherRows.map((name) => `the row ${name} of another program is lost`),
    ];
  } finally {
    db.$client.close();
  }
}

/** Counts the rows that writers write. */
export function countRows({ settings }: Pick<Place, "settings">): number {
  const db = openMigratedDatabase(settings.DATABASE_PATH);
  try {
    const count = (table: string) => Number(db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
    return Object.values(TABLES).reduce((sum, table) => sum + count(table), 0);
  } finally {
    db.$client.close();
  }
}
