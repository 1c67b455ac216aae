import { stat, statfs } from "node:fs/promises";
import * as z from "zod";
import { UNREADABLE } from "~/backup/durable.server";
import { setNames } from "~/backup/set.server";
import { instantOf } from "~/backup/set-name";
import { defineQuery } from "~/operations/operation.server";
import type { Lease } from "~/replica/lease.server";
import { countDeliveries } from "~/routing/fan-out.server";
import type { Settings } from "~/settings.server";
import { hasCode } from "~/values/errors";
import packageInformation from "../../../package.json";
import { countDocuments } from "../document-text/queries.server";
import { countMail } from "../outbox/queries.server";
import type { ServiceFacts, ServiceStatus } from "./responses";
import { warningsOf } from "./rules";
import { lastUpkeep } from "./upkeep.server";

/** GET /api/gov/admin/status and its page: what operators and monitoring watch. */
export const readServiceStatus = defineQuery({
  gate: "system admin",
  input: z.object({}),
  async run({ db, settings, lease, now }): Promise<ServiceStatus> {
    const newest = newestSet(settings.backupDir);
    const facts: ServiceFacts = {
      checkedAt: now.toISOString(),
      version: packageInformation.version,
      nodeVersion: process.versions.node,
      startedAt: new Date(performance.timeOrigin).toISOString(),
      backup: {
        intervalMinutes: settings.backupIntervalMinutes,
        newestAt: newest === undefined ? null : instantOf(newest).toISOString(),
        lastRun: lastUpkeep(db, "BACKUP"),
      },
      offsiteCopy: lease && offsiteCopyOf(lease),
      standby: standbyOf(settings),
      disks: await disksOf(settings),
      databaseBytes: await databaseBytes(settings),
      auditLog: { lastCheck: lastUpkeep(db, "AUDIT_LOG_CHECK") },
      searchIndex: { lastCheck: lastUpkeep(db, "SEARCH_INDEX_CHECK") },
      documents: countDocuments(db),
      mail: { isOn: settings.mail !== null, ...countMail(db) },
      notifications: countDeliveries(db, now),
    };
    const warnings = warningsOf(facts);
    return { ...facts, status: warnings.length === 0 ? "OK" : "WARNING", warnings };
  },
});

const standbyOf = ({ standbyDataAt: dataAt, standbyCopiedAt: copiedAt, replica }: Settings): ServiceFacts["standby"] =>
  dataAt === null || copiedAt === null ? null : { copiedAt, dataAt, intervalSeconds: replica?.standbySeconds ?? 1 };

/** What the program that copies reports, if it answers. */
const offsiteCopyOf = (lease: Lease, report = lease.report()): ServiceFacts["offsiteCopy"] => ({
  isRunning: report !== null,
  mayWrite: lease.mayWrite(),
  databaseBehindSeconds: report?.database.behindSeconds ?? null,
  uploadsWaiting: report?.uploads.waiting ?? 0,
  uploadsBehindSeconds: report?.uploads.behindSeconds ?? null,
  problem: report?.problem ?? null,
});

/** The newest backup. None if the folder cannot be read, which the last run's problem says. */
function newestSet(backupDir: string): string | undefined {
  try {
    return setNames(backupDir)[0];
  } catch (error) {
    if (hasCode(error, ...UNREADABLE)) return undefined;
    throw error;
  }
}

/** With the log, which has what was written last, and in a new portal nearly everything. */
async function databaseBytes({ databasePath }: Settings): Promise<number> {
  const log = await stat(`${databasePath}-wal`).catch(() => null);
  return (await stat(databasePath)).size + (log?.size ?? 0);
}

/** The file systems of the places that the service writes to. A folder that is missing or unreadable is left out. */
async function disksOf({ databasePath, uploadsDir, backupDir }: Settings): Promise<ServiceFacts["disks"]> {
  const disks = new Map<number, ServiceFacts["disks"][number]>();
  for (const [holds, path] of [
    ["database", databasePath],
    ["uploads", uploadsDir],
    ["backups", backupDir],
  ] as const) {
    try {
      const { dev } = await stat(path);
      const known = disks.get(dev);
      if (known) {
        known.holds.push(holds);
        continue;
      }
      const { bavail, blocks, bsize } = await statfs(path);
      disks.set(dev, { holds: [holds], freeBytes: bavail * bsize, totalBytes: blocks * bsize });
    } catch (error) {
      if (!hasCode(error, "ENOENT", "ENOTDIR", ...UNREADABLE)) throw error;
    }
  }
  return [...disks.values()];
}
