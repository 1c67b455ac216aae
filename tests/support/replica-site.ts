import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { replicaPlace } from "~/replica/place";
import { askForReport, type ReplicaReport } from "~/replica/report.server";
import { hasCode } from "~/values/errors";
import { type Environment, outcomeOf, type Place, PORTAL, type RunningServer, startServer } from "./server-process";

/** The processes that a process started, in groups of their own. */
export const startedBy = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, "ESRCH")) throw error;
  }
}

/** One of the machines that share a store: a portal in a folder of its own, and the program that copies it. */
export class ReplicaSite {
  readonly place: Place;
  readonly settings: Environment;
  server: RunningServer | null = null;
  private copying: ChildProcess | null = null;
  /** What the program that copies said. */
  said = "";

  constructor(place: Place, settings: Environment) {
    this.place = place;
    this.settings = { ...place.settings, ...settings };
  }

  get origin(): string {
    return this.server?.origin ?? "";
  }

  /** Starts the program that copies, and the server once it may write, or never will. */
  async start(): Promise<void> {
    this.startCopying();
    await this.reported(({ leaseMilliseconds, standing }) => leaseMilliseconds > 0 || standing === "REPLACED");
    this.server = await startServer(PORTAL, this.settings);
  }

  startCopying(): void {
    const child = spawn(PORTAL[0] ?? "", [...PORTAL.slice(1), "replicate"], {
      env: { NODE_ENV: "production", ...this.settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        this.said += chunk;
      });
    }
    this.copying = child;
  }

  /** Waits for a report of the program that copies. @throws Error if it ends before */
  async reported(isMeant: (report: ReplicaReport) => boolean): Promise<ReplicaReport> {
    const { socket } = replicaPlace(this.place.settings.DATABASE_PATH);
    for (;;) {
      const report = await askForReport(socket);
      if (report && isMeant(report)) return report;
      if (this.copying && this.copying.exitCode !== null) throw new Error(`replicate ended: ${this.said}`);
      await pause(20);
    }
  }

  /** Sends a signal to the server, the program that copies, and all that it started. */
  signal(
    signal: NodeJS.Signals,
    which: { server?: boolean; copying?: boolean } = { server: true, copying: true },
  ): void {
    if (which.copying && this.copying?.pid && this.copying.exitCode === null && this.copying.signalCode === null) {
      // What it started first, because Litestream would send the last writes when this ends.
      for (const pid of [...startedBy(this.copying.pid), this.copying.pid]) signalIfThere(pid, signal);
    }
    if (which.server) this.server?.process.kill(signal);
  }

  /** Stops what copies the database, as if it hung. */
  hangLitestream(): void {
    const isLitestream = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("litestream");
    for (const pid of startedBy(this.copying?.pid ?? 0).filter(isLitestream)) signalIfThere(pid, "SIGSTOP");
  }

  /** Kills only the program that copies, not what it started. */
  killCopying(): void {
    this.copying?.kill("SIGKILL");
  }

  /** The power fails. */
  async kill(): Promise<void> {
    const gone = [this.copying, this.server?.process].flatMap((child) =>
      child && child.exitCode === null && child.signalCode === null ? [once(child, "exit")] : [],
    );
    this.signal("SIGKILL");
    await Promise.all(gone);
  }

  /** Stops the server, and then the program that copies. */
  async stop(): Promise<void> {
    await this.server?.stop();
    await this.stopCopying();
  }

  /** @returns its exit code */
  async stopCopying(): Promise<number | null> {
    if (!this.copying || this.copying.exitCode !== null || this.copying.signalCode !== null) return null;
    const gone = once(this.copying, "exit");
    this.copying.kill("SIGTERM");
    await gone;
    return this.copying.exitCode;
  }

  /** Makes this the site whose server may write. */
  promote(...options: string[]) {
    return outcomeOf([...PORTAL, "promote", ...options], this.settings);
  }
}
