import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { ReplicaSettings } from "../settings.server";
import { REPLICA } from "../values/limits";
import { endedWithThis } from "./ended-with-this.mjs";

/* The two programs that copy the data: Litestream the database, and rclone the uploads and the claims. */

/** A program's end: its exit code or the signal that ended it, and what it wrote. */
interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** Whether it was ended because it took too long. */
  isLate: boolean;
  stdout: string;
  stderr: string;
}

/**
 * Starts a program that ends when this process does, however that ends. Otherwise a Litestream that was left over would copy
 * the same database as the next one.
 */
export function startProgram(path: string, parameters: readonly string[], replica: ReplicaSettings) {
  const command = endedWithThis(path, parameters);
  return spawn(command.program, command.parameters, {
    env: environmentOf(replica),
    stdio: "pipe",
    // A group of its own, so that Ctrl+C in a terminal does not end it before the last writes are sent.
    detached: process.platform === "linux",
  });
}

/** They get the credentials of the store and nothing else of this process's environment. */
function environmentOf(replica: ReplicaSettings) {
  const credentials = replica.credentials();
  const own = { NODE_ENV: "production" as const, HOME: "/nonexistent", AWS_REGION: replica.region };
  if (!credentials) return own;
  return { ...own, AWS_ACCESS_KEY_ID: credentials.keyId, AWS_SECRET_ACCESS_KEY: credentials.secret };
}

interface Running {
  input?: string | undefined;
  /** How long it may take. Without it, as long as it needs. */
  milliseconds?: number | undefined;
  /** Ends it. */
  signal?: AbortSignal | undefined;
}

/** Runs a program until it ends. @throws Error if it cannot be started */
export function runProgram(
  path: string,
  parameters: readonly string[],
  replica: ReplicaSettings,
  { input, milliseconds, signal }: Running = {},
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const child = startProgram(path, parameters, replica);
    const outcome: Outcome = { code: null, signal: null, isLate: false, stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].on("data", (chunk) => {
        if (outcome[name].length < REPLICA.outputBytes) outcome[name] += chunk;
        // What is missing from a listing must not be taken for something that is not there.
        else if (name === "stdout") child.kill("SIGKILL");
      });
    }
    const end = () => child.kill("SIGTERM");
    signal?.addEventListener("abort", end);
    const endLate = () => {
      outcome.isLate = true;
      child.kill("SIGKILL");
    };
    const late = milliseconds === undefined ? undefined : setTimeout(endLate, milliseconds);
    const forget = () => {
      clearTimeout(late);
      signal?.removeEventListener("abort", end);
    };
    child.on("error", (error) => {
      forget();
      reject(error);
    });
    child.on("close", (code, endedBy) => {
      forget();
      resolve({ ...outcome, code, signal: endedBy });
    });
    // It may end without reading.
    child.stdin.on("error", () => {});
    child.stdin.end(input ?? "");
  });
}

/** The last lines of what a program wrote, on one line. Litestream complains on standard output. */
export const messageOf = ({ code, signal, isLate, stdout, stderr }: Outcome): string =>
  (stderr.trim() || stdout.trim()).split("\n").slice(-3).join(" ").slice(0, 500) ||
  (isLate ? "there was no answer in time" : `it ended with ${code ?? signal}`);

/** A path in the store as rclone names it. */
export function rclonePath({ store, endpoint, region }: ReplicaSettings, path: string): string {
  if (store.kind === "file") return join(store.folder, path);
  const options = [
    "env_auth=true",
    "no_check_bucket=true",
    `region=${region}`,
    // A store of one's own rarely has names for buckets.
    ...(endpoint === null ? ["provider=AWS"] : ["provider=Other", `endpoint='${endpoint}'`]),
  ];
  return `:s3,${options.join(",")}:${join(store.bucket, store.prefix, path)}`;
}

/** What Litestream calls the store's folder for a term. */
export function litestreamReplica({ store, endpoint, region }: ReplicaSettings, path: string): Record<string, unknown> {
  const { syncMilliseconds, snapshotHours, retentionHours } = REPLICA;
  const pace = {
    "sync-interval": `${syncMilliseconds}ms`,
    "snapshot-interval": `${snapshotHours}h`,
    retention: `${retentionHours}h`,
  };
  if (store.kind === "file") return { type: "file", path: join(store.folder, path), ...pace };
  const place = { type: "s3", bucket: store.bucket, path: join(store.prefix, path), region };
  return endpoint === null ? { ...place, ...pace } : { ...place, endpoint, "force-path-style": true, ...pace };
}

/** The version with which all of this was tested. Later ones have another format and open reports of corruption. */
const LITESTREAM_VERSION = /^v?0\.3\.13$/;
const PACKAGED = `@flydotio/litestream-${process.platform}-${process.arch}/litestream`;

/**
 * Finds Litestream: the one of the setting, or that of the npm package. Also looks whether there is rclone.
 * @throws Error that says what to do
 */
export async function findLitestream(replica: ReplicaSettings): Promise<string> {
  const path = replica.litestreamPath ?? packagedLitestream();
  requireProgram(path, "LITESTREAM_PATH");
  requireProgram(replica.rclonePath, "RCLONE_PATH");
  const { stdout } = await runProgram(path, ["version"], replica, { milliseconds: REPLICA.requestMilliseconds });
  const version = stdout.trim();
  if (!LITESTREAM_VERSION.test(version)) {
    throw new Error(`${path} is Litestream ${version || "of an unknown version"}, and this needs 0.3.13.`);
  }
  return path;
}

function requireProgram(path: string, setting: string): void {
  if (!existsSync(path)) throw new Error(`There is no program ${path}. Install it, or set ${setting}.`);
}

function packagedLitestream(): string {
  try {
    return createRequire(join(process.cwd(), "package.json")).resolve(PACKAGED);
  } catch {
    throw new Error("There is no Litestream. Set LITESTREAM_PATH, or run npm ci, which installs it.");
  }
}
