import type { Gate } from "~/policy/policy";
import { authorityNow } from "./authority.server";
import type { Caller } from "./caller.server";
import type { Services } from "./services";

/** How long an answer that is being sent may outlast the authority of its reader. */
const CHECK_MILLISECONDS = 1_000;

/**
 * An answer that may take minutes to be read, for as long as its reader may still ask for it: it breaks off within a
 * second's worth of sending after the session ended or the role changed, and ends the making of the rest.
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
    // A clock that is set back must not put the check off.
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
            "an answer was broken off: its reader may not read it now",
          );
          await reader.cancel(error).catch(() => {});
          throw error;
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    // Nothing is read of it before its reader asks.
    { highWaterMark: 0 },
  );
}
