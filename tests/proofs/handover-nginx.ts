import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { reservePort } from "~/demo/server";
import { ensureProgram } from "../support/debian.mjs";

const POLL_MILLISECONDS = 50;
const TEMPORARY = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

/** How nginx passes requests on, by docs/deploy.md. */
function locationOf(port: number): string {
  const [location] = readFileSync("docs/deploy.md", "utf8").match(/^ {2}location \/ \{[\s\S]*?^ {2}\}/m) ?? [];
  if (!location?.includes("127.0.0.1:3000")) throw new Error("docs/deploy.md has no location for nginx.");
  return location.replace("127.0.0.1:3000", `127.0.0.1:${port}`);
}

/**
 * Starts nginx in front of a server and waits until it passes requests on.
 * @param parent the folder to create its own in
 */
export async function startNginx(parent: string, port: number): Promise<{ origin: string; stop(): void }> {
  const folder = join(parent, "nginx");
  mkdirSync(folder);
  const own = await reservePort(0, "127.0.0.1", "");
  const configuration = `
    daemon off;
    # Otherwise its workers would be another user, who may not write here.
    master_process off;
    pid ${folder}/pid;
    error_log stderr error;
    events { worker_connections 1024; }
    http {
      access_log off;
      ${TEMPORARY.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
      server {
        listen 127.0.0.1:${own};
        client_max_body_size 151m;
        proxy_request_buffering off;
        proxy_buffering off;
        ${locationOf(port)}
      }
    }`;
  writeFileSync(join(folder, "nginx.conf"), configuration);
  const child = spawn(ensureProgram("nginx", "nginx"), ["-p", folder, "-c", join(folder, "nginx.conf")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const origin = `http://127.0.0.1:${own}`;
  while ((await fetch(`${origin}/healthz`).catch(() => null))?.status !== 200) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}.`);
    await pause(POLL_MILLISECONDS);
  }
  return { origin, stop: () => void child.kill("SIGTERM") };
}
