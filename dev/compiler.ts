import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

interface Listener {
  onCompiled(milliseconds: number): void;
  onFailed(): void;
}

export interface Compiler {
  /** @param files those that changed, relative to the project's root */
  compile(files: readonly string[]): void;
  /** Starts over with the route table and configuration as they are now. */
  restart(): void;
  stop(): Promise<void>;
}

async function end(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  child.disconnect();
  await once(child, "exit");
}

/**
 * Compiles now, and again when asked to. It prints errors itself, with the line at fault.
 * @param buildFolder relative to the project's root
 */
export function startCompiler(buildFolder: string, { onCompiled, onFailed }: Listener): Compiler {
  let child: ChildProcess;
  const start = () => {
    const started = fork(join(import.meta.dirname, "compile.mjs"), {
      execArgv: [],
      // esbuild collects garbage less often, which takes a quarter of its time otherwise.
      env: { GOGC: "400", ...process.env, NODE_ENV: "development", BUILD_FOLDER: buildFolder },
    });
    started.on("message", (message: { milliseconds: number } | { failed: true }) => {
      if ("failed" in message) onFailed();
      else onCompiled(message.milliseconds);
    });
    // A faulty remix.config.js or route table ends it; the next change of one of them starts it again.
    started.on("exit", (code) => code && onFailed());
    child = started;
  };
  start();
  return {
    compile(files) {
      if (child.connected) child.send({ files });
      else start();
    },
    restart() {
      void end(child);
      start();
    },
    stop: () => end(child),
  };
}
