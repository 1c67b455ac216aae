import type { AddressInfo, Server } from "node:net";

/** The middle value. If the count is even, the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  const [below, above] = [sorted[middle - 1] ?? Number.NaN, sorted[middle] ?? Number.NaN];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
}

/** @param share 0.95 for the 95th percentile */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Prints one line of the report: what was measured, the figure, the limit, and whether the figure is within it. */
export function report(what: string, figure: string, bound: string, holds: boolean): void {
  process.stdout.write(`${holds ? "ok  " : "MISS"}  ${what.padEnd(58)} ${figure.padEnd(34)} ${bound}\n`);
  if (!holds) process.exitCode = 1;
}

/** Logs a bare server's address in the format of the portal's log. */
export function logPort(server: Server): void {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ port, msg: "listening" })}\n`);
}

/**
 * Sends one request after another while the work runs, and waits for the last response. Otherwise, the next work in this
 * single-threaded process would count as waiting.
 */
export async function askDuring<Result>(
  url: string,
  work: Promise<Result>,
): Promise<{ result: Result; waits: number[] }> {
  const waits: number[] = [];
  let isDone = false;
  const finished = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const started = performance.now();
    const response = await fetch(url);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`The feed returned ${response.status}`);
    waits.push(performance.now() - started);
  }
  return { result: await finished, waits };
}
