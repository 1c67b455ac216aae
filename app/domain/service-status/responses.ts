import * as z from "zod";
import { instant } from "~/values/responses";
import { WARNING_CODES } from "./warning-codes";

const result = z
  .object({
    finishedAt: instant,
    succeeded: z.boolean(),
    problem: z.string().nullable().meta({ description: "What to look into, for an operator. Null if nothing." }),
  })
  .nullable();

const facts = z.object({
  checkedAt: instant.meta({ description: "When these facts were read." }),
  version: z.string(),
  nodeVersion: z.string(),
  startedAt: instant.meta({ description: "When this server process started." }),
  backup: z.object({
    intervalMinutes: z.number().meta({ description: "0 if the server makes no backups." }),
    newestAt: instant.nullable().meta({ description: "The time of the newest backup." }),
    lastRun: result,
  }),
  offsiteCopy: z
    .object({
      isRunning: z.boolean(),
      mayWrite: z.boolean().meta({ description: "Whether the server accepts changes, because it has a lease." }),
      databaseBehindSeconds: z.number().min(0).nullable().meta({ description: "Null before the first copy." }),
      uploadsWaiting: z.int().min(0).meta({ description: "Uploads that are not copied yet." }),
      uploadsBehindSeconds: z.number().min(0).nullable().meta({ description: "Null before the first comparison." }),
      problem: z.string().nullable(),
    })
    .nullable()
    .meta({ description: "The copy on another machine. Null if there is none." }),
  standby: z
    .object({
      copiedAt: instant,
      dataAt: instant.meta({ description: "When the data was last changed." }),
      intervalSeconds: z.int().min(1),
    })
    .nullable()
    .meta({ description: "Null unless this server only shows a copy of another one's data." }),
  disks: z
    .array(
      z.object({
        holds: z.array(z.enum(["database", "uploads", "backups"])),
        freeBytes: z.int().min(0),
        totalBytes: z.int().min(0),
      }),
    )
    .meta({ description: "One for each file system that the service writes to." }),
  databaseBytes: z.int().min(0),
  auditLog: z.object({ lastCheck: result }),
  searchIndex: z.object({ lastCheck: result }),
  documents: z.object({
    waiting: z.int().min(0).meta({ description: "Documents whose text the search does not have yet." }),
    unreadable: z.int().min(0).meta({ description: "Documents whose text could not be read." }),
  }),
  mail: z.object({
    isOn: z.boolean(),
    waiting: z.int().min(0).meta({ description: "Mail that is not sent yet, with digests that are not due." }),
    retrying: z.int().min(0).meta({ description: "Of these, mail that failed and will be tried again." }),
    failed: z.int().min(0).meta({ description: "Mail that the server gave up." }),
  }),
  notifications: z.object({
    waiting: z.int().min(0).meta({ description: "Deliveries that have not finished." }),
    failing: z.int().min(0).meta({ description: "Of these, the ones that failed and will be retried." }),
  }),
});

export type ServiceFacts = z.infer<typeof facts>;

/** GET /api/gov/admin/status. */
export const serviceStatus = facts
  .extend({
    status: z.enum(["OK", "WARNING"]),
    warnings: z.array(z.enum(WARNING_CODES)).meta({ description: "What to look into, most urgent first." }),
  })
  .meta({
    id: "ServiceStatus",
    description: "How the service is doing, for operators and monitoring.",
    examples: [
      {
        checkedAt: "2026-03-03T10:20:30.456Z",
        version: "1.0.0",
        nodeVersion: "24.21.0",
        startedAt: "2026-03-01T06:00:00.000Z",
        backup: {
          intervalMinutes: 15,
          newestAt: "2026-03-03T10:15:00.000Z",
          lastRun: { finishedAt: "2026-03-03T10:15:02.118Z", succeeded: true, problem: null },
        },
        offsiteCopy: {
          isRunning: true,
          mayWrite: true,
          databaseBehindSeconds: 0.4,
          uploadsWaiting: 0,
          uploadsBehindSeconds: 0,
          problem: null,
        },
        standby: null,
        disks: [{ holds: ["database", "uploads", "backups"], freeBytes: 64_424_509_440, totalBytes: 107_374_182_400 }],
        databaseBytes: 73_400_320,
        auditLog: { lastCheck: { finishedAt: "2026-03-03T06:15:04.902Z", succeeded: true, problem: null } },
        searchIndex: { lastCheck: { finishedAt: "2026-03-03T06:15:04.902Z", succeeded: true, problem: null } },
        documents: { waiting: 1, unreadable: 3 },
        mail: { isOn: true, waiting: 12, retrying: 0, failed: 0 },
        notifications: { waiting: 0, failing: 0 },
        status: "OK",
        warnings: [],
      },
    ],
  });

export type ServiceStatus = z.infer<typeof serviceStatus>;
