import { onTestFailed, TestRunner } from "vitest";

/** A log line that may have an error, as pino writes it. */
type LogLine = { requestId?: unknown; err?: { stack?: string } };

/**
 * If the current test fails, its message gets the errors that the server logged for a request. The response does not
 * contain them.
 */
export function showOnFailure(log: readonly LogLine[], requestId: string | null): void {
  const stacks = log.flatMap((line) => (line.requestId === requestId && line.err?.stack ? [line.err.stack] : []));
  // Requests before the first test have no test to fail.
  if (stacks.length === 0 || !TestRunner.getCurrentTest()) return;
  onTestFailed(({ task }) => {
    const [error] = task.result?.errors ?? [];
    if (!error) return;
    error.message = [error.message, "The server logged:", ...stacks].join("\n\n");
    // The page of a failed request says nothing more.
    if (error.diff?.includes("<html")) error.diff = undefined;
  });
}
