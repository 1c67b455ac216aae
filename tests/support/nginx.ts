import { execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ensureProgram } from "./debian.mjs";

/* nginx with the configuration that operators use, in a folder of its own, without privileges. */

/** The file that operators copy. */
export const NGINX_CONFIGURATION = "deploy/nginx.conf";
/** The name in it. */
export const NGINX_HOST = "portal.example.gov";
/** On the PATH of root, but not of everyone. */
const FOLDERS = ["/usr/sbin", "/sbin"];
const UNPRIVILEGED = "nobody";
const [START_MILLISECONDS, STOP_MILLISECONDS, POLL_MILLISECONDS] = [10_000, 10_000, 10];

export interface RunningNginx {
  port: number;
  origin: string;
  /** What it stored, one file for each response. */
  cacheFolder: string;
  /** The lines of its log about warnings and errors. */
  errors(): string[];
  stop(): Promise<void>;
}

/** Below those that Linux gives to clients. A client that asks for one of its own while nobody listens talks to itself. */
const PORTS = { from: 20_000, below: 32_000 };

/** A port that is free now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(randomInt(PORTS.from, PORTS.below), "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      // Someone else's.
      continue;
    }
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, "close");
    return port;
  }
}

interface Places {
  portalPort: number;
  port: number;
  redirectPort: number;
  cacheFolder: string;
}

/**
 * The operators' configuration with other ports and another folder, and without TLS.
 * @throws if a line to replace is not there exactly once
 */
export function configurationFor({ portalPort, port, redirectPort, cacheFolder }: Places): string {
  const replaced: [RegExp, string][] = [
    [/^(proxy_cache_path )\S+/m, `$1${cacheFolder}`],
    [/^( {2}server )127\.0\.0\.1:3000;$/m, `$1127.0.0.1:${portalPort};`],
    [/^( {2}listen )80;$/m, `$1127.0.0.1:${redirectPort};`],
    [/^( {2}listen )443 ssl;$/m, `$1127.0.0.1:${port};`],
    [/^ {2}ssl_certificate .*\n/m, ""],
    [/^ {2}ssl_certificate_key .*\n/m, ""],
  ];
  return replaced.reduce(
    (text, [line, replacement]) => {
      const found = text.match(new RegExp(line, "gm"))?.length;
      if (found !== 1) throw new Error(`${NGINX_CONFIGURATION} has ${line} ${found ?? 0} times, not once`);
      return text.replace(line, replacement);
    },
    readFileSync(NGINX_CONFIGURATION, "utf8"),
  );
}

const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** What Debian's own file has around the operators' configuration, with folders of ours. */
const mainConfiguration = (folder: string) => `
daemon off;
worker_processes auto;
pid ${folder}/pid;
error_log ${folder}/error.log warn;
events { worker_connections 768; }
http {
  sendfile on;
  tcp_nopush on;
  types_hash_max_size 2048;
  gzip on;
  access_log off;
${TEMPORARY.map((name) => `  ${name}_temp_path ${folder}/${name};`).join("\n")}
  include ${folder}/portal.conf;
}
`;

/**
 * Starts nginx in front of a portal, or installs it first (Debian's nginx-light). Nothing of a system's own nginx is used.
 * @param change changes the configuration, to see that a proof would notice
 */
export async function startNginx(portalPort: number, change = (text: string) => text): Promise<RunningNginx> {
  const program = ensureProgram("nginx", "nginx-light", FOLDERS);
  const folder = mkdtempSync(join(tmpdir(), "portal-nginx-"));
  const cacheFolder = join(folder, "cache");
  const [port, redirectPort] = [await freePort(), await freePort()];
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("portal.conf", change(configurationFor({ portalPort, port, redirectPort, cacheFolder })));
  write("nginx.conf", mainConfiguration(folder));
  write("error.log", "");
  const user = unprivileged();
  for (const name of ["", "error.log"]) if (user) chownSync(join(folder, name), user.uid, user.gid);
  const options = ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];
  const child = spawn(program, options, { ...user, stdio: ["ignore", "inherit", "inherit"] });
  const errors = () => readFileSync(join(folder, "error.log"), "utf8").split("\n").filter(Boolean);
  const stop = async () => {
    process.removeListener("exit", kill);
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_MILLISECONDS);
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    clearTimeout(late);
    rmSync(folder, { recursive: true, force: true });
  };
  // Stops it however this process ends.
  const kill = () => child.kill("SIGTERM");
  process.on("exit", kill);
  try {
    await untilListening(port, () => child.exitCode !== null || child.signalCode !== null);
  } catch (error) {
    const log = errors().join("\n");
    await stop();
    throw new Error(`nginx did not start: ${error}\n${log}`);
  }
  return { port, origin: `http://127.0.0.1:${port}`, cacheFolder, errors, stop };
}

/** The user to run as. Undefined if this process is not root. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (which: string) => Number(execFileSync("id", [which, UNPRIVILEGED], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function untilListening(port: number, hasEnded: () => boolean): Promise<void> {
  const deadline = performance.now() + START_MILLISECONDS;
  while (!(await accepts(port))) {
    if (hasEnded()) throw new Error("it ended");
    if (performance.now() > deadline) throw new Error(`it did not listen within ${START_MILLISECONDS} ms`);
    await pause(POLL_MILLISECONDS);
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
