import type { Gate } from "~/policy/policy";
import { authorityNow } from "./authority.server";
import type { Caller } from "./caller.server";
import type { Services } from "./services";

/** How long a response may continue after its reader has lost the right to read it. */
const CHECK_MILLISECONDS = 1_000;

/**
 * Sends a response that may take minutes only while its reader may read it. Within a second after the session ends or
 * the role changes, it breaks off and stops making the rest.
 * @throws DomainError once the reader may no longer read it
 */
export function whileAuthorized(
  { db, clock, log }: Pick<Services, "db" | "clock" | "log">,
  caller: Caller,
  gate: Gate,
  stream: ReadableStream<Uint8Array>,
): ReadableStream<Uint8Array> {
  if (gate === "public") return stream;
  const authority = { db, caller, actor: caller.actor, reach: null };
  const reader = stream.getReader();
  let checkedAt = clock().getTime();

  /** @throws DomainError once the reader may no longer ask. */
  const check = (): void => {
    const now = clock().getTime();
    // Setting the clock back must not delay the check.
    if (Math.abs(now - checkedAt) < CHECK_MILLISECONDS) return;
    authorityNow(authority, gate);
    checkedAt = now;
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        try {
          check();
        } catch (error) {
          log.warn(
            { err: error, requestId: caller.requestId },
            "stopped sending a response: its reader may no longer read it",
          );
          await reader.cancel(error).catch(() => {});
          throw error;
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Reads nothing before the client asks for it.
    { highWaterMark: 0 },
  );
}
