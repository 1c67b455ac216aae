import { LIMITS } from "~/values/limits";

/** Sends text in pieces of about this size. Smaller ones cost more than they save. */
const PIECE_CHARACTERS = 64 * 1024;

/**
 * Text that is made while it is sent, as a UTF-8 stream. Nothing is made before someone reads, or faster than they
 * read. If the reader stops, the generator ends and its `finally` runs. If reading takes too long, the stream fails,
 * because the generator keeps open what it reads from.
 */
export function streamOfText(
  parts: AsyncGenerator<string, void, void>,
  milliseconds = LIMITS.exportMinutes * 60_000,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let deadline: ReturnType<typeof setTimeout> | undefined;

  /** The next piece of the text; null at its end. */
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
          // Fail first. Otherwise an interrupted generator would look like one that has finished.
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
