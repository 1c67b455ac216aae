import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const START_MILLISECONDS = 30_000;
const POLL_MILLISECONDS = 100;

/** The address under which this machine reaches a server that listens there. */
export function addressOf(host: string, port: number): string {
  return `http://${["0.0.0.0", "::", "127.0.0.1"].includes(host) ? "localhost" : host}:${port}`;
}

/**
 * Checks that a port is available, before seeding takes minutes.
 * @param command what to suggest running with another port
 * @returns the port, or a free one if `port` is 0
 * @throws Error if the port is taken or not allowed.
 */
export async function reservePort(port: number, host: string, command: string): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, "listening");
    const address = probe.address();
    return typeof address === "object" && address !== null ? address.port : port;
  } catch (cause) {
    throw portError(port, command, cause);
  } finally {
    probe.close();
  }
}

/**
 * Says in plain words why a server cannot listen on a port.
 * @param command what to suggest running with another port
 */
export function portError(port: number, command: string, cause: unknown): Error {
  const taken = cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE";
  const why = taken
    ? "is taken by another program"
    : `cannot be used (${cause instanceof Error ? cause.message : cause})`;
  return new Error(`Port ${port} ${why}. Choose another one: PORT=3100 ${command}`, { cause });
}

/** The built server in a separate process, ready for requests. */
export interface RunningServer {
  /** Asks it to stop. You may call it twice. */
  stop(): void;
  /** Its exit code, once it has ended. */
  ended: Promise<number>;
}

/**
 * Starts the built server and waits until it responds.
 * @throws Error if it ends or does not respond. The server itself has printed the reason.
 */
export async function startServer(environment: NodeJS.ProcessEnv, healthAddress: string): Promise<RunningServer> {
  const child = spawn(process.execPath, ["app/programs/start.mjs"], {
    env: environment,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const ended = once(child, "exit").then(([code]: (number | null)[]) => code ?? 1);
  const stop = () => void child.kill("SIGTERM");
  // Ctrl+C also reaches the child directly. Other signals reach only this process. Handle them before the server is up,
  // so that it never keeps running without its parent.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  if (await answers(child, healthAddress)) return { stop, ended };
  stop();
  throw new Error(`The server did not start (exit code ${await ended}).`);
}

async function answers(child: ChildProcess, address: string): Promise<boolean> {
  const deadline = Date.now() + START_MILLISECONDS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < deadline) {
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return true;
    await pause(POLL_MILLISECONDS);
  }
  return false;
}
