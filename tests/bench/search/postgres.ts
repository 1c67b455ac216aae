import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

const INSTALLATIONS = "/usr/lib/postgresql";
const USER = "postgres";
const EXPECTED_ERROR = /statement timeout/;

/** Settings for a dedicated machine, but without flushing, which would only slow down loading. */
const SERVER_SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: "",
  shared_buffers: "512MB",
  work_mem: "64MB",
  maintenance_work_mem: "512MB",
  effective_cache_size: "2GB",
  random_page_cost: "1.1",
  max_wal_size: "8GB",
  fsync: "off",
  autovacuum: "off",
  jit: "off",
};

/** A PostgreSQL server for as long as the benchmark runs. */
export interface Postgres {
  version: string;
  /**
   * Runs a script in psql.
   * @returns its output
   * @throws if a statement fails, except by a timeout
   */
  run(script: Iterable<string>): Promise<string>;
  /** Stops it and removes its files. */
  stop(): void;
}

/** The folder of PostgreSQL's programs: Debian's newest version, or on the PATH. Null if there is none. */
export function findPostgres(): string | null {
  const versions = existsSync(INSTALLATIONS) ? readdirSync(INSTALLATIONS) : [];
  const folders = versions
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(INSTALLATIONS, version, "bin"))
    .concat((process.env.PATH ?? "").split(delimiter));
  return folders.find((folder) => existsSync(join(folder, "initdb"))) ?? null;
}

/** Creates a cluster in a temporary folder. It listens only on a socket in that folder. */
export async function startPostgres(programs: string): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), "bench-postgres-"));
  const data = join(folder, "data");
  const owner = ownerOf(folder);
  const options = { ...owner, cwd: folder, env: { NODE_ENV: "production" as const, PATH: process.env.PATH } };
  const run = (program: string, ...args: string[]) => {
    execFileSync(join(programs, program), args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  };

  let isRunning = false;
  const stop = () => {
    process.removeListener("exit", stop);
    if (isRunning) run("pg_ctl", "stop", "-D", data, "-m", "immediate");
    rmSync(folder, { recursive: true, force: true });
  };
  // Stops the server however the benchmark ends.
  process.on("exit", stop);

  run("initdb", "-D", data, "-U", USER, "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync");
  const settings = Object.entries(SERVER_SETTINGS).map(([name, value]) => `-c ${name}=${value || "''"}`);
  // pg_ctl waits until the server responds.
  run("pg_ctl", "start", "-w", "-s", "-D", data, "-l", join(folder, "log"), "-o", `-k ${folder} ${settings.join(" ")}`);
  isRunning = true;
  return {
    version: execFileSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" }).trim(),
    stop,
    async run(script) {
      const psql = spawn(join(programs, "psql"), ["-X", "-q", "-A", "-t", "-h", folder, "-U", USER, USER], options);
      const [output, errors] = await Promise.all([
        text(psql.stdout),
        text(psql.stderr),
        pipeline(Readable.from(script), psql.stdin),
        once(psql, "exit"),
      ]);
      const unexpected = errors
        .split("\n")
        .find((line) => /\b(ERROR|FATAL)\b/.test(line) && !EXPECTED_ERROR.test(line));
      if (unexpected) throw new Error(unexpected);
      return output;
    },
  };
}

/** PostgreSQL refuses to run as root, so root gives the folder to PostgreSQL's user. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (which: string) => Number(execFileSync("id", [which, USER], { encoding: "utf8" }));
  const owner = { uid: idOf("-u"), gid: idOf("-g") };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}
