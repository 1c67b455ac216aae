import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { permissionsFor } from "../app/programs/confine.mjs";
import { readable } from "./log";

/** Requests under way may take this long to finish before a changed server takes over. */
const STOP_MILLISECONDS = 1500;
/** The browser loads the changed page first; the next process warms up after that. */
const WARM_DELAY_MILLISECONDS = 700;

interface Listener {
  say(text: string): void;
  /** No server listens until `onStart` or `onFail`. */
  onStop(): void;
  onStart(port: number): void;
  /** It has said why by itself. */
  onFail(): void;
}

interface Metafile {
  outputs: Record<string, { imports: { path: string; external?: boolean }[] }>;
}

/** The packages that the built server imports when it is loaded. */
function packagesOf(buildFolder: string): string[] {
  const { outputs }: Metafile = JSON.parse(readFileSync(join(buildFolder, "metafile.server.json"), "utf8"));
  const imports = Object.values(outputs).flatMap((output) => output.imports);
  return [...new Set(imports.filter(({ external }) => external).map(({ path }) => path))];
}

/** A server process, confined to its data as in production. */
class Server {
  private readonly child: ChildProcess;
  private readonly exited: Promise<unknown>;

  constructor(environment: NodeJS.ProcessEnv, say: (text: string) => void) {
    this.child = fork(join(import.meta.dirname, "serve.mjs"), {
      execArgv: ["--permission", ...permissionsFor(environment)],
      env: environment,
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    this.exited = once(this.child, "exit");
    if (this.child.stdout) createInterface(this.child.stdout).on("line", (line) => say(readable(line)));
  }

  /** @throws Error with the server's own stack trace, or when the process ends. */
  async perform(step: "warm" | "load" | "start", value?: unknown): Promise<unknown> {
    const reply = new Promise<unknown>((done, fail) => {
      const listen = (message: { step: string; result?: unknown; error?: string }) => {
        if (message.step !== step) return;
        this.child.off("message", listen);
        if (message.error === undefined) done(message.result);
        else fail(new Error(message.error));
      };
      this.child.on("message", listen);
      void this.exited.then(() => fail(new Error("The server's process ended.")));
    });
    if (this.child.connected) this.child.send({ step, value });
    return reply;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill("SIGTERM");
    const deadline = setTimeout(() => this.child.kill("SIGKILL"), STOP_MILLISECONDS);
    await this.exited;
    clearTimeout(deadline);
  }
}

export interface Servers {
  /** Has the latest build take over. The server before it goes on until the build is loaded without an error. */
  reload(): void;
  stop(): Promise<void>;
}

export function createServers(
  environment: NodeJS.ProcessEnv,
  buildFolder: string,
  { say, onStop, onStart, onFail }: Listener,
): Servers {
  let current: Server | undefined;
  let next: Server | undefined;
  let wanted = false;
  let stopped = false;
  let working: Promise<void> | undefined;

  const warm = () => {
    if (stopped || next) return;
    next = new Server(environment, say);
    // A package that does not load fails again, and is reported, when the build is loaded.
    next.perform("warm", packagesOf(buildFolder)).catch(() => {});
  };

  const takeOver = async () => {
    warm();
    const server = next;
    next = undefined;
    if (!server) return;
    try {
      await server.perform("load", pathToFileURL(resolve(buildFolder, "index.js")).href);
      onStop();
      await current?.stop();
      current = server;
      onStart(Number(await server.perform("start")));
    } catch (error) {
      if (!stopped) say(error instanceof Error ? error.message : String(error));
      await server.stop();
      if (!stopped) onFail();
    }
    setTimeout(warm, WARM_DELAY_MILLISECONDS);
  };

  const work = async () => {
    while (wanted && !stopped) {
      wanted = false;
      await takeOver();
    }
    working = undefined;
  };

  return {
    reload() {
      wanted = true;
      working ??= work();
    },
    async stop() {
      stopped = true;
      await Promise.all([current?.stop(), next?.stop()]);
      await working;
    },
  };
}
