import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { CAN_READ_LOCKS, missingLocks } from "../support/process-locks";
import type { RunningServer } from "../support/server-process";
import type { Finding } from "./proof";

/** Makes a server back up every second. */
export const everySecond = { BACKUP_INTERVAL_MINUTES: `${1 / 60}` };

const POLL_MILLISECONDS = 5;

/** Checks a server's locks on its database each time it logs a backup. */
export class LocksAtBackups {
  private backups = 0;
  private readonly missing: string[] = [];
  private readonly databasePath: string;

  constructor(databasePath: string) {
    this.databasePath = databasePath;
  }

  /** Waits for the next backup of a watched server. */
  async nextBackup(): Promise<void> {
    const before = this.backups;
    while (this.backups === before) await pause(POLL_MILLISECONDS);
  }

  /** @returns the same server */
  watch<Server extends RunningServer>(server: Server): Server {
    if (!server.process.stdout) throw new Error("The server's log must be a pipe");
    createInterface({ input: server.process.stdout }).on("line", (line) => {
      if (!line.includes('"msg":"backup made"')) return;
      this.backups += 1;
      // A killed server has no locks, and a stopping one has released them.
      if (CAN_READ_LOCKS && server.process.exitCode === null && !server.process.killed) {
        this.missing.push(...missingLocks(server.pid, this.databasePath));
      }
    });
    return server;
  }

  finding(): Finding {
    const { backups, missing } = this;
    return {
      what: "backups after which the server still had its locks (/proc/locks)",
      figure:
        missing[0] ?? (CAN_READ_LOCKS ? `${backups} of ${backups}` : `${backups}; not checked without /proc/locks`),
      bound: "all",
      holds: missing.length === 0 && backups > 0,
    };
  }
}
