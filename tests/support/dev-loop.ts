import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const COPIED = ["app", "db", "dev", "package.json", "remix.config.js", "tsconfig.json"];
const ADDRESS = /The portal is at http:\/\/localhost:(\d+)/;

export interface DevLoop {
  origin: string;
  /** The id of its main process. */
  pid: number;
  /** Its output so far. */
  printed(): string;
  /** Creates a file in the copied tree. */
  add(path: string, text: string): void;
  /** Replaces text in a file of the copied tree. @throws if the file does not contain it */
  edit(path: string, from: string, to: string): void;
  /** Presses Ctrl+C and waits. @returns its exit code */
  stop(): Promise<number | null>;
  /** Stops it and removes the copied tree. */
  remove(): Promise<void>;
}

/** Runs `npm run dev` on a copy of the tree that tests may edit, and waits until it serves pages. */
export async function startDevLoop(): Promise<DevLoop> {
  const folder = mkdtempSync(join(tmpdir(), "portal-dev-"));
  for (const name of COPIED) {
    cpSync(name, join(folder, name), { recursive: true, filter: (path) => !/\.sqlite|^db\/(demo|backup)/.test(path) });
  }
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const child = spawn(process.execPath, ["--import", "tsx", "dev/main.ts"], {
    cwd: folder,
    env: { NODE_ENV: "development", PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: tmpdir(), PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  const port = await new Promise<string>((done, fail) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const port = text.match(ADDRESS)?.[1];
      if (port) done(port);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => fail(new Error(`npm run dev exited with ${code}: ${text}`)));
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGINT");
      await once(child, "exit");
    }
    return child.exitCode;
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    printed: () => text,
    add: (path, text) => writeFileSync(join(folder, path), text),
    edit(path, from, to) {
      const file = join(folder, path);
      const before = readFileSync(file, "utf8");
      if (!before.includes(from)) throw new Error(`${path} does not contain ${from}`);
      writeFileSync(
        file,
        before.replace(from, () => to),
      );
    },
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
