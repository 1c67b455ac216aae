import { LIMITS } from "~/values/limits";

/** Text is sent on in pieces of about this size: smaller ones cost more than they save. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * Text that is made while it is sent, as a stream of UTF-8. Nothing is made before somebody reads, and no more of it
 * than is read; whoever stops reading ends the making, whose `finally` then runs. What is not read to its end in time
 * fails: its maker holds what it reads open for as long.
 */
export function streamOfText(
  parts: AsyncGenerator<string, void, void>,
  milliseconds = LIMITS.exportMinutes * 60_000,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let deadline: ReturnType<typeof setTimeout> | undefined;

  /** The next piece of the text; null when there is no more. */
  const nextPiece = async (): Promise<string | null> => {
    let text = "";
    while (text.length < PIECE_CHARACTERS) {
      const { done, value } = await parts.next();
      if (done) return text === "" ? null : text;
      text += value;
    }
    return text;
  };

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        deadline ??= setTimeout(() => {
          const error = new Error("The text was not read to its end in time");
          // Failed first: a maker that is ended would otherwise look like one that has come to its end.
          controller.error(error);
          parts.throw(error).catch(() => undefined);
        }, milliseconds);
        try {
          const piece = await nextPiece();
          if (piece !== null) return controller.enqueue(encoder.encode(piece));
          clearTimeout(deadline);
          controller.close();
        } catch (error) {
          clearTimeout(deadline);
          throw error;
        }
      },
      async cancel() {
        clearTimeout(deadline);
        await parts.return();
      },
    },
    { highWaterMark: 0 },
  );
}
